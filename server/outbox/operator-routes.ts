import type { operatorOutboxEndpoints } from '../../contract/operator-outbox.ts'
import { outboxShownMax } from '../../contract/operator-outbox.ts'
import { refuse } from '../../contract/refusal.ts'
import type { HandlersOf } from '../http/handlers.ts'
import { operatorReading } from '../operator/operator-handler.ts'
import { keptMails } from './queries.ts'

export const operatorOutboxHandlers: HandlersOf<typeof operatorOutboxEndpoints> = {
  operatorOutbox: operatorReading(async ({ context, tx }) => {
    if (!context.mailer.keepsText) return refuse('outboxClosed')
    const mails = await keptMails(tx, outboxShownMax)
    return { answer: { type: 'success', mails }, subject: null, after: { mails: mails.length } }
  }),
}
