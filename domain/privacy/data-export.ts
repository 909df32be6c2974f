import { type DataExport, exportEveryMs } from '#contract/privacy/data-export.ts'

/** As it is stored, in milliseconds. */
export interface StoredExport {
  requestedAtMs: number
  readyAtMs: number | null
  failedAtMs: number | null
}

export const exportState = ({ readyAtMs, failedAtMs }: StoredExport): DataExport['state'] =>
  readyAtMs !== null ? 'ready' : failedAtMs !== null ? 'failed' : 'making'

/** When the next export may be requested: a day after the last one; at once after one that failed. */
export const nextExportFromMs = (last: StoredExport | null, nowMs: number): number =>
  last === null || exportState(last) === 'failed' ? nowMs : last.requestedAtMs + exportEveryMs
