import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { PaymentEvent, Webhook } from '../port.ts'

/** Where the sandbox's webhooks go; the signature covers it with the body. */
const sandboxWebhookUrl = 'https://sandbox.invalid/api/webhooks/sandbox'
const signatureHeader = 'x-sandbox-hmacsha256-signature'

const eventShape = z.object({
  eventId: z.string(),
  kind: z.enum(['captured', 'failed', 'refunded', 'disputed', 'disputeWon']),
  paymentId: z.string(),
  orderId: z.string(),
  amountYen: z.int(),
})

const signatureOf = (key: Uint8Array, url: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(url).update(body).digest()

/** A webhook as a service would post it: JSON, signed over address and raw body. */
export const webhookOf = (key: Uint8Array, paymentEvent: PaymentEvent): Webhook => {
  const body = Buffer.from(JSON.stringify(paymentEvent))
  const signature = signatureOf(key, sandboxWebhookUrl, body).toString('base64')
  return { headers: new Headers({ [signatureHeader]: signature }), body, url: sandboxWebhookUrl }
}

/** Reads a webhook of `webhookOf`; anything else is unsigned. */
export const eventsOf = (key: Uint8Array, { headers, body, url }: Webhook): PaymentEvent[] | 'unsigned' => {
  const given = Buffer.from(headers.get(signatureHeader) ?? '', 'base64')
  const expected = signatureOf(key, url, body)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unsigned'
  return [eventShape.parse(JSON.parse(Buffer.from(body).toString('utf8')))]
}
