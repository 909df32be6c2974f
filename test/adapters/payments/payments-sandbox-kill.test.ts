import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox } from '#adapters/payments/sandbox.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-sandbox-kill-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Acknowledged {
  orderId: string
  paymentId: string
  outcome: string
}

/** Lets a process of its own pay until it has named so many orders, then kills it. */
const payUntilKilled = async (journalFile: string, orders: number): Promise<Acknowledged[]> => {
  const script = new URL('../../helpers/sandbox-payer.ts', import.meta.url).pathname
  const payer = spawn(process.execPath, [script, journalFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => payer.once('close', resolve))
  const named: Acknowledged[] = []
  for await (const line of createInterface({ input: payer.stdout })) {
    // What a killed process was writing isn't a whole line.
    if (line.endsWith('}')) named.push(JSON.parse(line))
    if (named.length === orders) payer.kill('SIGKILL')
  }
  await gone
  return named
}

test('a killed process loses no payment and no refund that it had answered', async () => {
  const journalFile = path.join(folder, 'payments.jsonl')
  const acknowledged: Acknowledged[] = []
  for (const orders of [1, 20, 7]) acknowledged.push(...(await payUntilKilled(journalFile, orders)))
  expect(acknowledged.length).toBeGreaterThanOrEqual(28)

  const after = await openSandbox({
    journalFile,
    signatureKey: Buffer.from('key'),
    deliver: async () => undefined,
  })
  for (const { orderId, paymentId, outcome } of acknowledged) {
    expect(outcome).toBe('refunded')
    expect(await after.find({ orderId })).toEqual({
      state: 'captured',
      paymentId,
      amountYen: 1_000,
      refundedYen: 1,
      isDisputed: false,
    })
  }
  await after.stop()
})
