import { randomBytes, webcrypto } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receiptKeysPath, type SignedReceipt } from '#contract/receipts/receipts.ts'
import type { CanonicalValue } from '#domain/receipts/canonical-json.ts'
import { payloadOf, readSignedText, writeSignedText } from '#domain/receipts/receipt-text.ts'
import { verifyReceipt } from '#server/receipts/verify.ts'
import { createReceiptKeys } from '#server/secrets/receipt-keys.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
let callId: string
const { connectedCall } = callSteps(() => world)

beforeAll(async () => {
  world = await createTestWorld()
  caller = await world.caller(1_000)
  broadcaster = await world.broadcaster()
  callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, 13_000)
  await caller.request('endCall', { callId })
})
afterAll(() => world.close())

const signedFor = async (person: Person): Promise<string> => {
  const answer = await person.request('getReceipt', { callId })
  if (!('signed' in answer)) throw new Error(answer.message)
  return answer.signed
}

const bodyOf = (text: string): SignedReceipt => readSignedText(text)?.body as SignedReceipt

/** The receipt with other contents, under its old signature. */
const forge = (text: string, change: (body: SignedReceipt) => void): string => {
  const read = readSignedText(text)
  const body = structuredClone(read?.body) as SignedReceipt
  change(body)
  return writeSignedText(payloadOf(body as CanonicalValue), read?.signature ?? new Uint8Array())
}

const verifyAsVisitor = (text: string) => verifyReceipt(world.context, text, undefined)

describe('a signed receipt', () => {
  it('is verified by anybody with the published key alone, as WebCrypto does it', async () => {
    const read = readSignedText(await signedFor(caller))
    const response = await world.request(receiptKeysPath)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { keys } = (await response.json()) as { keys: (webcrypto.JsonWebKey & { kid: string })[] }
    const jwk = keys.find(({ kid }) => kid === (read?.body as SignedReceipt | undefined)?.keyId)
    const key = await crypto.subtle.importKey('jwk', jwk as JsonWebKey, 'Ed25519', false, ['verify'])
    const { signature, payload } = read ?? { signature: new Uint8Array(), payload: new Uint8Array() }
    expect(await crypto.subtle.verify('Ed25519', key, signature, payload)).toBe(true)
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  it('contains what its holder saw, and names nobody', async () => {
    const ofCaller = await signedFor(caller)
    expect(bodyOf(ofCaller)).toMatchObject({
      kind: 'call',
      id: callId,
      fields: { role: 'caller', points: 60, paidPoints: 60, freePoints: 0, pointBack: 0, connectedSec: 13 },
    })
    expect(bodyOf(ofCaller).fields).not.toHaveProperty('earned')
    const ofBroadcaster = bodyOf(await signedFor(broadcaster))
    expect(ofBroadcaster.fields).toMatchObject({ role: 'broadcaster', earned: 24 })
    for (const hidden of ['points', 'paidPoints', 'freePoints', 'pointBack'])
      expect(ofBroadcaster.fields).not.toHaveProperty(hidden)
    for (const body of [bodyOf(ofCaller), ofBroadcaster]) {
      for (const person of [caller, broadcaster]) expect(JSON.stringify(body)).not.toContain(person.id)
    }
  })

  it('is found genuine and equal to our records', async () => {
    for (const person of [caller, broadcaster]) {
      expect(await verifyAsVisitor(await signedFor(person))).toMatchObject({
        verdict: 'genuine',
        comparison: { isOnRecord: true, differences: [] },
      })
    }
  })

  it('names the checkpoint of its day once there is one, and is reported when the chain differs', async () => {
    const pending = await signedFor(caller)
    expect(await verifyAsVisitor(pending)).toMatchObject({ comparison: { checkpoint: 'pending' } })
    const { db } = world.context
    const [day] = bodyOf(pending).checkpoints.map((checkpoint) => checkpoint.day)
    const checkpoint = (hash: string) =>
      sql`insert into daily_checkpoint (day, transfers, points, digest, previous_hash, hash)
        values (${day}::date, 1, 60, '', '', decode(${hash}, 'hex'))`.execute(db)
    await checkpoint('ab'.repeat(32))
    const covered = await signedFor(caller)
    expect(bodyOf(covered).checkpoints).toEqual([{ day, hash: 'ab'.repeat(32) }])
    for (const text of [pending, covered])
      expect(await verifyAsVisitor(text)).toMatchObject({
        verdict: 'genuine',
        comparison: { checkpoint: 'made' },
      })
    await sql`alter table daily_checkpoint disable trigger user`.execute(db)
    await sql`delete from daily_checkpoint`.execute(db)
    await checkpoint('cd'.repeat(32))
    expect(await verifyAsVisitor(covered)).toMatchObject({ comparison: { checkpoint: 'different' } })
  })

  it('is read from a link and from a text that was broken into lines', async () => {
    const text = await signedFor(caller)
    const wrapped = text.replace(/(.{60})/g, '$1\n')
    expect(await verifyAsVisitor(`https://koyoi.example/receipts/verify#${text}`)).toMatchObject({
      verdict: 'genuine',
    })
    expect(await verifyAsVisitor(wrapped)).toMatchObject({ verdict: 'genuine' })
  })
})

describe('a forged receipt', () => {
  it('is reported as altered, whatever was changed, and shows a visitor nothing of the record', async () => {
    const text = await signedFor(caller)
    const forgeries: ((body: SignedReceipt) => void)[] = [
      (body) => Object.assign(body.fields, { points: 6_000 }),
      (body) => Object.assign(body.fields, { role: 'broadcaster' }),
      (body) => Object.assign(body, { issuedAt: '2020-01-01T00:00:00.000Z' }),
      (body) => Object.assign(body, { checkpoints: [{ day: '2026-01-01', hash: 'a'.repeat(64) }] }),
    ]
    for (const change of forgeries) {
      expect(await verifyAsVisitor(forge(text, change))).toEqual({
        type: 'success',
        verdict: 'altered',
        comparison: null,
      })
    }
  })

  it('shows its own holder, and nobody else, in what it differs', async () => {
    const forged = forge(await signedFor(caller), (body) => Object.assign(body.fields, { points: 6_000 }))
    expect(await caller.request('verifyReceipt', { text: forged })).toMatchObject({
      verdict: 'altered',
      comparison: { differences: [{ field: 'points', receipt: 6_000, record: 60 }] },
    })
    expect(await broadcaster.request('verifyReceipt', { text: forged })).toMatchObject({ comparison: null })
  })

  it('with another person’s key counts for nothing', async () => {
    const stranger = await webcrypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
    const body = { ...bodyOf(await signedFor(caller)) }
    const sign = async (signed: SignedReceipt) => {
      const payload = payloadOf(signed as CanonicalValue)
      const { privateKey } = stranger as CryptoKeyPair
      return writeSignedText(
        payload,
        new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, payload)),
      )
    }
    expect(await verifyAsVisitor(await sign(body))).toMatchObject({ verdict: 'altered' })
    expect(await verifyAsVisitor(await sign({ ...body, keyId: 'AAAAAAAAAAAAAAAA' }))).toMatchObject({
      verdict: 'unknownKey',
      comparison: null,
    })
  })

  it.each([
    ['nothing', ''],
    ['words', '領収書です'],
    ['one part', 'abc'],
    ['three parts', 'abc.def.ghi'],
    ['no JSON', `${Buffer.from('hello').toString('base64url')}.${'A'.repeat(86)}`],
    ['another JSON', `${Buffer.from('{"a":1}').toString('base64url')}.${'A'.repeat(86)}`],
    ['JSON with white space', `${Buffer.from('{"a": 1}').toString('base64url')}.${'A'.repeat(86)}`],
  ])('that is %s can’t be read', async (_, text) => {
    expect(await verifyAsVisitor(text)).toEqual({ type: 'success', verdict: 'unreadable', comparison: null })
  })
})

describe('the signing key', () => {
  let before: string
  beforeEach(async () => {
    before = await signedFor(caller)
  })

  it('is the same in every process with one secret, and needs no storage', async () => {
    const again = createReceiptKeys(world.context)
    expect((await again.current()).id).toBe(bodyOf(before).keyId)
  })

  it('changes with the secret; what the old one signed stays genuine', async () => {
    const rotated = createReceiptKeys({ db: world.context.db, secret: randomBytes(32) })
    const context = { ...world.context, receiptKeys: rotated }
    expect((await rotated.current()).id).not.toBe(bodyOf(before).keyId)
    expect(await verifyReceipt(context, before, undefined)).toMatchObject({ verdict: 'genuine' })
    expect(await rotated.published()).toHaveLength(2)
  })

  it('counts no more once it is distrusted, and the receipt is issued again', async () => {
    const { db } = world.context
    const keyId = bodyOf(before).keyId
    await db.updateTable('receipt_key').set({ distrusted_at: new Date() }).where('id', '=', keyId).execute()
    expect(await verifyAsVisitor(before)).toMatchObject({ verdict: 'distrustedKey', comparison: null })
    await db.updateTable('receipt_key').set({ distrusted_at: null }).where('id', '=', keyId).execute()
  })
})
