import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSignedText } from '#domain/receipts/receipt-text.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { billDueCalls } from '#server/calls/actions/bill-calls.ts'
import { callReceiptRecord } from '#server/calls/billing/signed-receipt.ts'
import { callsOfMember } from '#server/calls/export-queries.ts'
import { collectEvidence } from '#server/moderation/evidence.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { age, connectedCall, endOf, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

describe('a video call', () => {
  it('is rung, answered, metered by the increment, hung up and recorded for both sides', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)

    world.media.flow(callId, 13_000)
    expect(await caller.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      type: 'success',
      point: 940,
      charged: 60,
      chargedMs: 13_000,
      fundedMsLeft: 300_000 - 13_000,
      running: true,
    })
    expect(await pointOf(caller)).toBe(940)

    const ended = await caller.request('endCall', { callId })
    expect(ended).toMatchObject({
      call: { phase: 'ended', endReason: 'byCaller', callDurationSec: 13, charged: 60 },
    })
    expect(await pointOf(caller)).toBe(940)
    expect(await caller.request('getReceipt', { callId })).toMatchObject({
      receipt: {
        kind: 'video',
        role: 'caller',
        dialled: true,
        ratePointsPerMin: 200,
        connectedSec: 13,
        chargedSec: 13,
        chargedIncrements: 3,
        points: 60,
        lots: [{ kind: 'paid', points: 60 }],
        pointBack: null,
        earned: null,
      },
    })
    expect(await broadcaster.request('getReceipt', { callId })).toMatchObject({
      receipt: { role: 'broadcaster', points: null, lots: [], earned: 24 },
    })
    expect(await caller.request('getReceipts', {})).toMatchObject({
      receipts: [{ callId, points: 60, earned: null }],
      more: false,
    })
    expect(await broadcaster.request('getReceipts', {})).toMatchObject({
      receipts: [{ callId, points: null, earned: 24 }],
    })
  })

  it('holds one minute before it rings and releases it when the broadcaster declines', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 1_000, held: 200 })
    expect(await broadcaster.request('declineCall', { callId })).toEqual({ type: 'success' })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
    expect(await endOf(caller, callId)).toBe('declined')
    expect(await caller.request('getReceipt', { callId })).toMatchObject({ code: 'notFound' })
  })

  it('charges nothing for an accepted call whose media never arrived', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    await broadcaster.request('acceptCall', { callId })
    await age(callId, 21)
    expect(await endOf(caller, callId)).toBe('failed')
    expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
  })

  it('funds each minute ahead and ends at zero as pointless, with every point billed', async () => {
    const caller = await world.caller(500)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    expect(world.media.seats.get(callId)?.fundedMs).toBe(60_000)
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(world.media.seats.get(callId)?.fundedMs).toBe(120_000)
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(world.media.seats.get(callId)?.fundedMs).toBe(150_000)
    world.media.flow(callId, 60_000)
    await world.settled()
    expect(await endOf(caller, callId)).toBe('pointless')
    expect(await pointOf(caller)).toBe(0)
    expect(await broadcaster.request('getMyWallet', {})).toMatchObject({ earnings: { point: 200 } })
  })

  it('is ended by the broadcaster and by an operator in the same way', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const first = await connectedCall(caller, broadcaster)
    world.media.flow(first, 7_000)
    expect(await broadcaster.request('endCall', { callId: first })).toMatchObject({
      call: { endReason: 'byBroadcaster', charged: null },
    })
    expect(await caller.request('endCall', { callId: first })).toMatchObject({
      call: { endReason: 'byBroadcaster', charged: 40 },
    })
    const second = await connectedCall(caller, broadcaster)
    await applyEvent(world.context, second, { type: 'operatorEnded' })
    expect(await endOf(caller, second)).toBe('byOperator')
  })
})

describe('a voice call', () => {
  it("costs the broadcaster's voice rate and answers only the voice heartbeat", async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster({ voice: 150 })
    const callId = await connectedCall(caller, broadcaster, 'voice')
    world.media.flow(callId, 6_001)
    expect(await caller.request('payVoiceCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      charged: 30,
      point: 970,
    })
    expect(await caller.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'callWrongKind',
    })
    await caller.request('endCall', { callId })
    expect(await caller.request('payVoiceCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'callGone',
    })
  })
})

const connectedSecIn = (signed: unknown): unknown =>
  (signed as { fields: { connectedSec: unknown } }).fields.connectedSec

/** Whole seconds of a call, at each place that shows them to one of its sides. */
const durationsOf = async (callId: string, side: Person) => {
  const screen = await side.request('getCall', { callId })
  const lines = await side.request('getReceipts', {})
  const receipt = await side.request('getReceipt', { callId })
  const signed = 'signed' in receipt ? readSignedText(receipt.signed)?.body : null
  const [exported] = await callsOfMember(world.context.db, side.id)
  return {
    screen: 'call' in screen && screen.call.callDurationSec,
    receipt: 'receipt' in receipt && receipt.receipt.connectedSec,
    recentCalls: 'receipts' in lines && lines.receipts.find((line) => line.callId === callId)?.connectedSec,
    signedReceipt: connectedSecIn(signed),
    dataExport: exported && 'connectedSec' in exported && exported.connectedSec,
  }
}

describe('the duration of a call', () => {
  it('is the same on every screen, and never shorter than the charged one', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 4_600)
    world.media.sendUnproven(callId, 350)
    await caller.request('endCall', { callId })
    // The meter keeps the highest figure that was ever reported, which is no duration.
    await world.database.sql`update meter set connected_ms = connected_ms + 1000 where call_id = ${callId}`
    for (const side of [caller, broadcaster]) {
      expect(await durationsOf(callId, side)).toEqual({
        screen: 4,
        receipt: 4,
        recentCalls: 4,
        signedReceipt: 4,
        dataExport: 4,
      })
      expect(await side.request('getReceipt', { callId })).toMatchObject({
        receipt: { chargedSec: 4, uncharged: [] },
      })
    }
    expect(await broadcaster.request('getEarningLines', {})).toMatchObject({
      lines: [{ callId, connectedSec: 4 }],
    })
    const cards = await world.database.sql`
      select body from chat_message where kind = 'call' and body->>'callId' = ${callId}`
    expect(cards).toMatchObject([{ body: { callDurationSec: 4 } }])
    const seenByOperators = await world.context.db
      .transaction()
      .execute((tx) =>
        collectEvidence(tx, { memberId: caller.id, partnerId: broadcaster.id, messageId: null, callId }),
      )
    expect(seenByOperators?.call).toMatchObject({ connectedSec: 4 })
  })

  it('verifies in receipts that were signed with charged seconds rounded up', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 4_600)
    await caller.request('endCall', { callId })
    const record = (chargedSec: number) =>
      callReceiptRecord(world.context, callId, { role: 'caller', chargedSec })
    expect((await record(5))?.fields.chargedSec).toBe(5)
    expect((await record(9))?.fields.chargedSec).toBe(4)
  })
})

describe('when the broadcaster dials', () => {
  it("holds the caller's minute when the caller accepts, and the caller pays", async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId, answer } = await ring(broadcaster, caller)
    expect(answer).toMatchObject({ type: 'success', call: { role: 'broadcaster', dialled: true } })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 0 })
    await caller.request('acceptCall', { callId })
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 200 })
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 1)
    await broadcaster.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(980)
  })

  it('shows the broadcaster only つながりませんでした, whatever the reason on the caller’s side', async () => {
    const broke = await world.caller(10)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(broadcaster, broke)
    expect(await broke.request('acceptCall', { callId })).toMatchObject({
      code: 'insufficientPoints',
      message: 'ポイントが不足しています',
    })
    expect(await endOf(broadcaster, callId)).toBe('failed')
    expect(await endOf(broke, callId)).toBe('pointless')

    const refusing = await world.caller()
    const declined = await ring(broadcaster, refusing)
    await refusing.request('declineCall', { callId: declined.callId })
    expect(await endOf(broadcaster, declined.callId)).toBe('failed')

    const busy = await world.caller()
    await connectedCall(busy, await world.broadcaster())
    expect((await ring(broadcaster, busy)).answer).toMatchObject({
      code: 'callNotConnected',
      message: 'つながりませんでした',
    })
  })
})

describe('billing while media flows', () => {
  it('charges each increment once, however often billing runs', async () => {
    const caller = await world.caller(3_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 45_000)
    await Promise.all(Array.from({ length: 8 }, () => billDueCalls(world.context)))
    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(3_000 - 8 * 20)
  })
})
