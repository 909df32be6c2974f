import { refuse } from '#contract/core/refusal.ts'
import type { operatorOutboxEndpoints } from '#contract/outbox/outbox.ts'
import { outboxShownMax } from '#contract/outbox/outbox.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorReading } from '#server/operators/operator-handler.ts'
import { storedMails, storedSms } from './queries.ts'

export const operatorOutboxHandlers: HandlersOf<typeof operatorOutboxEndpoints> = {
  operatorOutbox: operatorReading(async ({ context, tx }) => {
    const { mailer, sms } = context
    if (!mailer.keepsText && !sms.keepsText) return refuse('outboxClosed')
    const mails = mailer.keepsText ? await storedMails(tx, outboxShownMax) : []
    const texts = sms.keepsText ? await storedSms(context, tx, outboxShownMax) : []
    return {
      answer: { type: 'success', mails, texts },
      subject: null,
      after: { mails: mails.length, texts: texts.length },
    }
  }),
}
