import type { Context } from '#server/context.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { type DeliveryContext, deliverDue } from './delivery.ts'

const sendEveryMs = 2_000

type MailContext = DeliveryContext & Pick<Context, 'mailer'>

interface DueMail {
  id: string
  tries: number
  recipient: string
  subject: string
  body: string
}

export const startSendingMail = (context: MailContext): Loops =>
  loop(context, 'mail', sendEveryMs, () => sendDueMail(context))

/** Sends the due mail and gives up the expired. Any number of processes may run it at once. */
export const sendDueMail = (context: MailContext): Promise<void> =>
  deliverDue<DueMail>(context, {
    name: 'mail',
    table: 'outgoing_mail',
    content: 'body',
    keepsContent: context.mailer.keepsText,
    send: ({ id, recipient, subject, body }) =>
      context.mailer.send({ id, to: recipient, subject, text: body }),
  })
