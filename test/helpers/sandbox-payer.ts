/**
 * Pays one order after the other through the sandbox, and prints each whose answer has come, until it is
 * killed.
 */
import { randomUUID } from 'node:crypto'
import { openSandbox } from '#adapters/payments/sandbox.ts'

const gateway = await openSandbox({
  journalFile: process.argv[2] ?? '',
  signatureKey: Buffer.from('key'),
  deliver: async () => undefined,
})
gateway.start()
for (;;) {
  const orderId = randomUUID()
  const returnUrl = 'https://koyoi.example/'
  const source = { kind: 'card', token: 'sandbox-approve', save: false } as const
  const answer = await gateway.pay({ orderId, amountYen: 1_000, payerKey: 'payer', returnUrl, source })
  if (answer.state !== 'captured') throw new Error(`not captured but ${answer.state}`)
  const refund = { key: `refund-${orderId}`, paymentId: answer.paymentId, amountYen: 1 }
  const outcome = await gateway.refund(refund)
  process.stdout.write(`${JSON.stringify({ orderId, paymentId: answer.paymentId, outcome })}\n`)
}
