import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentRequest, Webhook } from '#adapters/payments/port.ts'
import { openSandbox, type SandboxGateway, type SandboxOptions } from '#adapters/payments/sandbox.ts'
import type { SandboxCardToken } from '#contract/points/sandbox-cards.ts'
import { describePaymentGateway, orderOf, type PaymentEnd } from './payments-suite.ts'

const signatureKey = Buffer.from('a key for tests')

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-sandbox-'))
})
afterAll(() => rm(folder, { recursive: true }))
const newFile = () => path.join(folder, `payments/${++files}.jsonl`)

const tokens: Partial<Record<PaymentEnd, string>> = {
  captured: 'sandbox-approve',
  lostAnswer: 'sandbox-timeout',
  declined: 'sandbox-decline',
  insufficientFunds: 'sandbox-insufficient-funds',
  expired: 'sandbox-expired',
  invalidCard: 'no-such-card',
}
const card = (token: string) => ({ kind: 'card', token, save: false }) as const
const orderWith = (token: SandboxCardToken): PaymentRequest => ({ ...orderOf(), source: card(token) })

const open = (given: Partial<SandboxOptions> = {}): Promise<SandboxGateway> =>
  openSandbox({ journalFile: newFile(), signatureKey, deliver: async () => undefined, ...given })

describePaymentGateway({
  name: 'sandbox',
  declines: ['declined', 'insufficientFunds', 'expired', 'invalidCard'],
  refunds: true,
  savesCards: true,
  signsWebhooks: true,
  create: async () => {
    const webhooks: Webhook[] = []
    const gateway = await open({ deliver: async (webhook) => void webhooks.push(webhook) })
    gateway.start()
    return {
      gateway,
      hand: (_, end) => card(tokens[end] ?? ''),
      captures: async (orderId) => ((await gateway.find({ orderId })).state === 'captured' ? 1 : 0),
      webhooks: () => webhooks,
      dispute: async (paymentId, outcome) => void (await gateway.dispute(paymentId, outcome)),
      stop: () => gateway.stop(),
    }
  },
})

describe('the sandbox', () => {
  const opened: SandboxGateway[] = []
  const openOne = async (given: Partial<SandboxOptions> = {}) => {
    const gateway = await open(given)
    opened.push(gateway)
    return gateway
  }
  afterEach(async () => {
    for (const gateway of opened.splice(0)) await gateway.stop()
  })

  test('asks for a check on a page of ours, and takes the money when it is passed', async () => {
    const gateway = await openOne()
    const request = orderWith('sandbox-challenge')
    const answer = await gateway.pay(request)
    if (answer.state !== 'challenge') throw new Error(answer.state)
    const { paymentId } = answer
    expect(answer.challengeUrl).toBe(`https://koyoi.example/purchase/challenge/${paymentId}`)
    expect(await gateway.find(request)).toEqual({ state: 'open', paymentId })
    const { orderId, amountYen, returnUrl } = request
    expect(await gateway.challengeOf(paymentId)).toEqual({ orderId, amountYen, returnUrl })
    expect(await gateway.resolveChallenge(paymentId, 'passed')).toMatchObject({ state: 'captured' })
    expect(await gateway.challengeOf(paymentId)).toBeUndefined()
    expect(await gateway.resolveChallenge(paymentId, 'failed')).toMatchObject({ state: 'captured' })
    expect(await gateway.pay(request)).toMatchObject({ state: 'captured', paymentId })
  })

  test('declines when the check is failed, and when the order is given up meanwhile', async () => {
    const gateway = await openOne()
    const failed = await gateway.pay(orderWith('sandbox-challenge'))
    if (failed.state !== 'challenge') throw new Error(failed.state)
    expect(await gateway.resolveChallenge(failed.paymentId, 'failed')).toMatchObject({
      state: 'failed',
      reason: 'challengeFailed',
    })
    const request = orderWith('sandbox-challenge')
    const left = await gateway.pay(request)
    if (left.state !== 'challenge') throw new Error(left.state)
    expect(await gateway.giveUp(request)).toMatchObject({ state: 'failed', reason: 'declined' })
    expect(await gateway.resolveChallenge(left.paymentId, 'passed')).toMatchObject({ state: 'failed' })
  })

  test('keeps a card only of a check that is passed', async () => {
    const gateway = await openOne()
    const request = orderWith('sandbox-challenge')
    const saving = { ...request, source: { ...card('sandbox-challenge'), save: true } }
    const answer = await gateway.pay(saving)
    if (answer.state !== 'challenge') throw new Error(answer.state)
    await gateway.resolveChallenge(answer.paymentId, 'passed')
    expect(await gateway.pay(saving)).toMatchObject({ state: 'captured', card: { last4: '1096' } })
  })

  test('sends the events of one card twice, and of another never', async () => {
    const webhooks: Webhook[] = []
    const gateway = await openOne({ deliver: async (webhook) => void webhooks.push(webhook) })
    gateway.start()
    expect(await gateway.pay(orderWith('sandbox-timeout'))).toEqual({ state: 'unknown' })
    await gateway.pay(orderWith('sandbox-double-webhook'))
    await expect.poll(() => webhooks.length).toBe(2)
    const [first, second] = await Promise.all(webhooks.map((webhook) => gateway.readEvents(webhook)))
    expect(first).toEqual(second)
  })

  test('disputes the chargeback card when its time has come', async () => {
    let nowMs = Date.UTC(2026, 10, 21)
    const gateway = await openOne({ now: () => nowMs, disputeAfterMs: 60_000 })
    gateway.start()
    const request = orderWith('sandbox-chargeback')
    await gateway.pay(request)
    nowMs += 59_000
    await gateway.pay(orderWith('sandbox-approve'))
    expect(await gateway.find(request)).toMatchObject({ isDisputed: false })
    nowMs += 1_000
    await expect.poll(() => gateway.find(request)).toMatchObject({ isDisputed: true })
  })

  test('disputes each payment once, and none that it did not capture', async () => {
    const journalFile = newFile()
    const gateway = await openOne({ journalFile, disputeAfterMs: 0 })
    const givenUp = orderWith('sandbox-chargeback')
    await gateway.giveUp(givenUp)
    await gateway.pay(givenUp)
    gateway.start()
    for (let payments = 0; payments < 2; payments++) {
      const request = orderWith('sandbox-chargeback')
      await gateway.pay(request)
      await expect.poll(() => gateway.find(request)).toMatchObject({ isDisputed: true })
    }
    const entries = (await readFile(journalFile, 'utf8')).split('\n')
    expect(entries.filter((entry) => entry.includes('"type":"disputed"'))).toHaveLength(2)
  })

  test('remembers everything over a restart, and delivers what nobody took', async () => {
    const journalFile = newFile()
    const before = await open({ journalFile, deliver: () => Promise.reject(new Error('not there')) })
    before.start()
    const request = orderWith('sandbox-approve')
    const paid = await before.pay(request)
    if (paid.state !== 'captured') throw new Error(paid.state)
    const { paymentId } = paid
    const refund = { key: 'refund-1', paymentId, amountYen: 1_000 }
    await before.refund(refund)
    await before.stop()

    const webhooks: Webhook[] = []
    const after = await openOne({ journalFile, deliver: async (webhook) => void webhooks.push(webhook) })
    expect(await after.pay(request)).toEqual(paid)
    expect(await after.refund(refund)).toBe('refunded')
    expect(await after.find(request)).toMatchObject({ state: 'captured', refundedYen: 1_000 })
    after.start()
    await expect.poll(() => webhooks.length).toBe(2)
  })

  test('loses one entry at most to a torn write', async () => {
    const journalFile = newFile()
    const before = await open({ journalFile })
    const request = orderWith('sandbox-approve')
    await before.pay(request)
    await before.stop()
    await appendFile(journalFile, '\n{"type":"refunded","key":"torn","payme')
    const after = await openOne({ journalFile })
    expect(await after.find(request)).toMatchObject({ state: 'captured', refundedYen: 0 })
    const next = orderWith('sandbox-approve')
    await after.pay(next)
    const third = await openOne({ journalFile })
    expect(await third.find(next)).toMatchObject({ state: 'captured' })
  })

  test('serves two processes from one file, each order once', async () => {
    const journalFile = newFile()
    const [one, other] = [await openOne({ journalFile }), await openOne({ journalFile })]
    for (let round = 0; round < 20; round++) {
      const request = orderWith('sandbox-approve')
      const [first, second] = await Promise.all([one.pay(request), other.pay(request)])
      expect(first).toEqual(second)
      expect(await one.find(request)).toEqual(await other.find(request))
    }
  })

  test('does not know the outcome while its journal cannot be written', async () => {
    const gateway = await open()
    await gateway.stop()
    expect(await gateway.pay(orderWith('sandbox-approve'))).toEqual({ state: 'unknown' })
    expect(await gateway.refund({ key: 'refund', paymentId: 'any', amountYen: 1 })).toBe('unknown')
    await expect(gateway.find({ orderId: 'any' })).rejects.toThrow()
  })

  test('never captures an order that was given up before it came', async () => {
    const gateway = await openOne()
    const request = orderWith('sandbox-approve')
    expect(await gateway.giveUp(request)).toEqual({ state: 'none' })
    expect(await gateway.pay(request)).toMatchObject({ state: 'declined', reason: 'declined' })
  })
})
