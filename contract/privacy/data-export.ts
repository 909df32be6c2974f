import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, nothing, success } from '#contract/core/shared.ts'

/** One export a day; what was made is there for a week, and a link to it opens for ten minutes. */
export const exportEveryMs = 86_400_000
export const exportAvailableMs = 7 * 24 * 3_600_000
export const exportLinkLifeMs = 10 * 60_000

/** GET with a `ticket`, in the session of whom it was given to: the zip. */
export const dataExportPath = '/api/data-export'

/** `failed`: it couldn't be made; another may be asked for at once. */
export const dataExport = z.object({
  state: z.enum(['making', 'ready', 'failed']),
  requestedAt: instant,
  /** Of the zip; null until it is ready. */
  bytes: z.nullable(z.int()),
  /** When it is deleted; null until it is ready. */
  expiresAt: z.nullable(instant),
})
export type DataExport = z.infer<typeof dataExport>

const exportStatus = z.object({
  type: success,
  /** The newest that is still there; null without one. */
  dataExport: z.nullable(dataExport),
  /** From when on another may be asked for. */
  nextFrom: instant,
})

export const dataExportEndpoints = {
  requestDataExport: defineEndpoint({
    method: 'POST',
    path: '/api/request-data-export',
    access: 'provenSession',
    summary: 'Has everything that is kept of the viewer written into a zip; once a day',
    input: nothing,
    output: exportStatus,
    refusals: ['exportTooSoon'],
  }),
  getDataExport: defineEndpoint({
    method: 'POST',
    path: '/api/get-data-export',
    access: 'session',
    summary: "How the viewer's export stands",
    input: nothing,
    output: exportStatus,
    refusals: [],
  }),
  getDataExportLink: defineEndpoint({
    method: 'POST',
    path: '/api/get-data-export-link',
    access: 'provenSession',
    summary: "Where the viewer's browser fetches the zip from, for ten minutes",
    input: nothing,
    output: z.object({ type: success, link: z.string() }),
    refusals: ['exportGone'],
  }),
}
