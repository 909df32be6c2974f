import { isRefusal } from '#contract/core/refusal.ts'
import type { legalEndpoints } from '#contract/legal/legal.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { agree } from './actions/agree.ts'
import { legalPage } from './legal-page.ts'
import { agreementsOfMember, dueConsents } from './queries.ts'

export const legalHandlers: HandlersOf<typeof legalEndpoints> = {
  getLegalDocument: async ({ context, input }) => {
    const page = await legalPage(context, input.document, input.version)
    return isRefusal(page) ? page : { type: 'success', page }
  },

  getAgreements: async ({ context: { db }, viewer }) => {
    const [agreements, due] = await Promise.all([
      agreementsOfMember(db, viewer.memberId),
      dueConsents(db, viewer.memberId),
    ])
    return {
      type: 'success',
      agreements: agreements.map(({ agreedAt, ...agreement }) => ({
        ...agreement,
        agreedAt: agreedAt.toISOString(),
      })),
      due: due.map(({ publishedAt, ...consent }) => ({ ...consent, publishedAt: publishedAt.toISOString() })),
    }
  },

  agree: async ({ context: { db, now }, viewer, input }) => {
    const refusal = await inTransaction(db, (tx) =>
      agree(tx, viewer.memberId, input.agreements, new Date(now())),
    )
    return refusal ?? { type: 'success' }
  },
}
