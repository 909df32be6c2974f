import { expect, test } from 'vitest'
import type { SignedReceipt } from '#contract/receipts/receipts.ts'
import { payloadOf, writeSignedText } from '#domain/receipts/receipt-text.ts'
import { checksOf } from './checks.ts'
import { fieldRows } from './field-text.ts'
import { type Verification, type VerificationPorts, verifyText } from './verification.ts'

const receipt: SignedReceipt = {
  version: 1,
  kind: 'call',
  id: '0b0f9a2e-5d0c-4c56-9d43-52b7c0d6d3f1',
  keyId: 'our-key',
  issuedAt: '2026-11-21T12:00:00.000Z',
  fields: { role: 'caller', points: 60, connectedSec: 83 },
  checkpoints: [],
}
const text = writeSignedText(payloadOf(receipt), new Uint8Array(64))
const comparison = { isOnRecord: true, differences: [], checkpoint: 'pending' as const, checkpoints: [] }
const failure = { type: 'error', code: 'serverFailure', message: 'サーバーとの通信に失敗しました' } as const

const ports = (changes: Partial<VerificationPorts> = {}): VerificationPorts => ({
  fetchKeys: async () => [{ kid: 'our-key', x: '', distrustedAt: null }],
  checkSignature: async () => true,
  requestVerdict: async () => ({ type: 'success', verdict: 'genuine', comparison }),
  ...changes,
})

const verdictWith = async (changes: Partial<VerificationPorts>) =>
  (await verifyText(text, ports(changes))) as Verification

test('the browser checks the signature, the server compares', async () => {
  expect(await verdictWith({})).toEqual({ verdict: 'genuine', checkedBy: 'browser', receipt, comparison })
})

test('where the browser has no Ed25519, the server checks', async () => {
  expect(await verdictWith({ checkSignature: async () => null })).toMatchObject({
    verdict: 'genuine',
    checkedBy: 'server',
  })
  expect(await verdictWith({ fetchKeys: async () => null })).toMatchObject({ checkedBy: 'server' })
})

test('is invalid if the browser finds it invalid, whatever the server answers', async () => {
  expect(await verdictWith({ checkSignature: async () => false })).toMatchObject({ verdict: 'altered' })
  expect(await verdictWith({ fetchKeys: async () => [] })).toMatchObject({ verdict: 'unknownKey' })
})

test('uses the browser’s own check without the server; without either it fails', async () => {
  expect(await verdictWith({ requestVerdict: async () => failure })).toMatchObject({
    verdict: 'genuine',
    comparison: 'unreachable',
  })
  expect(await verdictWith({ requestVerdict: async () => failure, checkSignature: async () => null })).toBe(
    failure,
  )
})

test('words are no receipt', async () => {
  expect(await verifyText('領収書です', ports())).toMatchObject({ verdict: 'unreadable', receipt: null })
})

test('shows a result for every check', () => {
  const base: Verification = { verdict: 'genuine', checkedBy: 'browser', receipt, comparison }
  expect(checksOf(base).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'open'])
  expect(checksOf({ ...base, verdict: 'altered', comparison: null }).map(({ state }) => state)).toEqual([
    'open',
    'bad',
    'open',
  ])
  const changed = { field: 'points', receipt: 60, record: 40 }
  const later = { ...comparison, differences: [changed], checkpoint: 'different' as const }
  expect(checksOf({ ...base, comparison: later }).slice(2)).toMatchObject([
    { state: 'bad', text: '発行後に1項目が変わりました' },
    { state: 'bad' },
  ])
})

test('shows fields in Japanese; one of a later version keeps its name', () => {
  expect(fieldRows({ startedAt: 'forged' })).toEqual([{ label: '開始', value: 'forged' }])
  expect(fieldRows({ later: 1, points: 1_060, role: 'caller', endReason: 'byCaller' })).toEqual([
    { label: '種類', value: 'お支払いの明細' },
    { label: '終了の理由', value: 'お支払い側が終了' },
    { label: '使用ポイント', value: '1,060pt' },
    { label: 'later', value: '1' },
  ])
  expect(fieldRows({ points: 400, returnedPoints: 400, itemKind: 'video' })).toEqual([
    { label: '種類', value: 'ギャラリーの動画' },
    { label: '使用ポイント', value: '400pt' },
    { label: '返還', value: '400pt' },
  ])
})
