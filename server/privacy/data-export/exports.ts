import type { StorageKey } from '#adapters/storage/port.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type DataExport, exportAvailableMs } from '#contract/privacy/data-export.ts'
import { exportState, nextExportFromMs, type StoredExport } from '#domain/privacy/data-export.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockMember } from '#server/members/member-lock.ts'

interface StoredRow extends StoredExport {
  fileId: string | null
  bytes: number | null
  expiresAtMs: number | null
}

/** Below the member's id, so that an export is never looked for under another member's. */
export const exportKey = (memberId: string, fileId: string): StorageKey => `exports/${memberId}-${fileId}.zip`

const storedOf = async (db: Db | Tx, memberId: string): Promise<StoredRow | null> => {
  const row = await db
    .selectFrom('data_export')
    .select(['file_id', 'requested_at', 'ready_at', 'failed_at', 'bytes', 'expires_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row
    ? {
        fileId: row.file_id,
        requestedAtMs: row.requested_at.getTime(),
        readyAtMs: row.ready_at?.getTime() ?? null,
        failedAtMs: row.failed_at?.getTime() ?? null,
        bytes: row.bytes,
        expiresAtMs: row.expires_at?.getTime() ?? null,
      }
    : null
}

const isGone = ({ expiresAtMs }: StoredRow, nowMs: number): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs

interface ExportStatus {
  dataExport: DataExport | null
  nextFrom: string
}

export const exportStatus = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  memberId: string,
): Promise<ExportStatus> => {
  const stored = await storedOf(db, memberId)
  const nowMs = now()
  return {
    dataExport:
      stored && !isGone(stored, nowMs)
        ? {
            state: exportState(stored),
            requestedAt: new Date(stored.requestedAtMs).toISOString(),
            bytes: stored.bytes,
            expiresAt: stored.expiresAtMs === null ? null : new Date(stored.expiresAtMs).toISOString(),
          }
        : null,
    nextFrom: new Date(nextExportFromMs(stored, nowMs)).toISOString(),
  }
}

/**
 * Requests an export. The file of the export before is deleted by the job's next round, so that a running
 * download completes. A request while one is being made changes nothing.
 */
export const requestExport = (
  context: Pick<Context, 'db' | 'now' | 'storage'>,
  memberId: string,
): Promise<null | Refusal<'exportTooSoon'>> =>
  inTransaction<null | Refusal<'exportTooSoon'>>(context.db, async (tx) => {
    await lockMember(tx, memberId)
    const last = await storedOf(tx, memberId)
    if (nextExportFromMs(last, context.now()) > context.now()) return refuse('exportTooSoon')
    if (last?.fileId) await context.storage.delete(exportKey(memberId, last.fileId))
    const requested = {
      member_id: memberId,
      file_id: null,
      requested_at: new Date(context.now()),
      tries: 0,
      ready_at: null,
      failed_at: null,
      bytes: null,
      expires_at: null,
    }
    await tx
      .insertInto('data_export')
      .values(requested)
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(requested))
      .execute()
    return null
  })

/** Of an existing zip. */
export const readyExportOf = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  memberId: string,
): Promise<{ fileId: string; requestedAtMs: number } | null> => {
  const stored = await storedOf(db, memberId)
  if (!stored || stored.readyAtMs === null || stored.fileId === null || isGone(stored, now())) return null
  return { fileId: stored.fileId, requestedAtMs: stored.requestedAtMs }
}

/** For the erasure of a member: nobody can read it from now on, and the job deletes the file. */
export const eraseDataExport = async (tx: Tx, memberId: string, atMs: number): Promise<void> => {
  await tx
    .updateTable('data_export')
    .set({ expires_at: new Date(atMs) })
    .where('member_id', '=', memberId)
    .execute()
}

/** Hourly: deletes zips whose week is over, and then their rows. */
export const deleteExpiredExports = async ({
  db,
  now,
  storage,
}: Pick<Context, 'db' | 'now' | 'storage'>): Promise<void> => {
  const over = await db
    .selectFrom('data_export')
    .select(['member_id', 'file_id'])
    .where('expires_at', '<=', new Date(now()))
    .execute()
  for (const { member_id, file_id } of over) {
    if (file_id) await storage.delete(exportKey(member_id, file_id))
    await db
      .deleteFrom('data_export')
      .where('member_id', '=', member_id)
      .where('file_id', 'is not distinct from', file_id)
      .where('expires_at', '<=', new Date(now()))
      .execute()
  }
}

/** Until when a zip that is ready now is stored. */
export const exportAvailableUntil = (nowMs: number): Date => new Date(nowMs + exportAvailableMs)
