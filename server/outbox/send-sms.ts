import type { Context } from '#server/context.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { type DeliveryContext, deliverDue } from './delivery.ts'
import { decryptSms } from './encrypted-sms.ts'

const sendEveryMs = 2_000

type SmsContext = DeliveryContext & Pick<Context, 'sms' | 'secret'>

interface DueSms {
  id: string
  tries: number
  encrypted: Buffer
}

export const startSendingSms = (context: SmsContext): Loops =>
  loop(context, 'sms', sendEveryMs, () => sendDueSms(context))

/** Sends the due SMS and gives up the expired ones. Any number of processes may run it at once. */
export const sendDueSms = (context: SmsContext): Promise<void> =>
  deliverDue<DueSms>(context, {
    name: 'sms',
    table: 'outgoing_sms',
    content: 'encrypted',
    keepsContent: context.sms.keepsText,
    send: async ({ id, encrypted }) => {
      const sms = decryptSms(context, id, encrypted)
      return sms ? context.sms.send(sms) : { outcome: 'refused', reason: 'unreadable' }
    },
  })
