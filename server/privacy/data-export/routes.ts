import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { type dataExportEndpoints, dataExportPath } from '#contract/privacy/data-export.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { exportStatus, readyExportOf, requestExport } from './exports.ts'
import { ticketFor } from './ticket.ts'

export const dataExportHandlers: HandlersOf<typeof dataExportEndpoints> = {
  requestDataExport: async ({ context, viewer }) => {
    const refused = await requestExport(context, viewer.memberId)
    if (isRefusal(refused)) return refused
    return { type: 'success', ...(await exportStatus(context, viewer.memberId)) }
  },
  getDataExport: async ({ context, viewer }) => ({
    type: 'success',
    ...(await exportStatus(context, viewer.memberId)),
  }),
  getDataExportLink: async ({ context, viewer: { memberId } }) => {
    const ready = await readyExportOf(context, memberId)
    if (!ready) return refuse('exportGone')
    const ticket = ticketFor(context.secret, { memberId, fileId: ready.fileId }, context.now())
    return { type: 'success', link: `${dataExportPath}?ticket=${ticket}` }
  },
}
