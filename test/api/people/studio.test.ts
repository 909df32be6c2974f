import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CallRates } from '#contract/people/people.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
const { ring } = callSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})

const settings = async (broadcaster: Person) =>
  granted(await broadcaster.request('getStudioSettings', {})).settings
const profileOf = async (broadcaster: Person) =>
  granted(await broadcaster.request('getUserInfForWeb', { userId: broadcaster.id })).user
const setRates = (broadcaster: Person, rates: CallRates) => broadcaster.request('updateCallRates', { rates })
const friday = { weekday: 5, fromMinute: 1260, toMinute: 1560 }

it('the studio is the broadcaster’s own', async () => {
  const caller = await world.caller()
  const refused = { code: 'forbidden' }
  expect(await caller.request('getStudioSettings', {})).toMatchObject(refused)
  expect(await setRates(caller, { video: 200, voice: 140 })).toMatchObject(refused)
  expect(await caller.request('updateSchedule', { schedule: [] })).toMatchObject(refused)
  expect(await caller.request('updatePushStandby', { pushStandby: false })).toMatchObject(refused)
})

describe('the broadcaster’s rates', () => {
  it('apply to the profile, the switch and the next ring from now on', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    expect(await settings(broadcaster)).toMatchObject({
      rates: { video: 200, voice: 140 },
      bounds: { video: { min: 50, max: 1000 }, voice: { min: 50, max: 1000 } },
    })
    const rates = { video: 260, voice: null }
    expect(await setRates(broadcaster, rates)).toMatchObject({ type: 'success', settings: { rates } })
    expect(await profileOf(broadcaster)).toMatchObject({ rates })
    expect(await broadcaster.request('getMyStandby', {})).toMatchObject({ rates })
    expect((await ring(caller, broadcaster, 'voice')).answer).toMatchObject({ code: 'callKindRefused' })
    const { callId, answer } = await ring(caller, broadcaster)
    expect(answer).toMatchObject({ call: { ratePointsPerMin: 260 } })
    await caller.request('cancelCall', { callId })
  })

  it('do not change a ringing or a running call', async () => {
    const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
    const ringing = await ring(caller, broadcaster)
    await setRates(broadcaster, { video: 500, voice: null })
    expect(await broadcaster.request('acceptCall', { callId: ringing.callId })).toMatchObject({
      call: { earnedPointsPerMin: 80 },
    })
    world.media.connect(ringing.callId)
    await world.settled()
    await setRates(broadcaster, { video: null, voice: 600 })
    expect(await caller.request('getCall', { callId: ringing.callId })).toMatchObject({
      call: { ratePointsPerMin: 200, phase: 'inCall' },
    })
    world.media.flow(ringing.callId, 60_000)
    await caller.request('endCall', { callId: ringing.callId })
    expect(await caller.request('getReceipt', { callId: ringing.callId })).toMatchObject({
      receipt: { ratePointsPerMin: 200, points: 200 },
    })
    expect(await world.ledgerDefects()).toEqual([])
  })

  it('are refused outside the bounds, and when no kind is left', async () => {
    const broadcaster = await world.broadcaster()
    const outside = { code: 'rateOutOfBounds' }
    expect(await setRates(broadcaster, { video: 40, voice: 140 })).toMatchObject(outside)
    expect(await setRates(broadcaster, { video: 1010, voice: 140 })).toMatchObject(outside)
    expect(await setRates(broadcaster, { video: 205, voice: 140 })).toMatchObject(outside)
    expect(await setRates(broadcaster, { video: null, voice: null })).toMatchObject({ code: 'rateNoneLeft' })
    expect(await settings(broadcaster)).toMatchObject({ rates: { video: 200, voice: 140 } })
  })
})

describe('the bounds of rates', () => {
  const bounds = async () => granted(await at.request('operatorRateBounds', {})).bounds

  it('are set by an operator, are in the audit log, and apply to rates chosen from then on', async () => {
    const broadcaster = await world.broadcaster({ video: 700, voice: 140 })
    const before = (await bounds()).video.outside
    expect(await at.request('operatorSetRateBounds', { kind: 'video', min: 100, max: 600 })).toEqual({
      type: 'success',
    })
    expect((await operators.audit()).at(-1)).toMatchObject({
      action: 'operatorSetRateBounds',
      subject: 'rates:video',
    })
    expect(await bounds()).toMatchObject({
      video: { min: 100, max: 600, outside: before + 1 },
      voice: { min: 50, max: 1000 },
    })

    // The stored rate stays, also when the other one changes; a new one has to be within the bounds.
    expect(await settings(broadcaster)).toMatchObject({
      rates: { video: 700 },
      bounds: { video: { max: 600 } },
    })
    expect(await setRates(broadcaster, { video: 700, voice: 150 })).toMatchObject({ type: 'success' })
    expect(await setRates(broadcaster, { video: 690, voice: 150 })).toMatchObject({ code: 'rateOutOfBounds' })
    expect(await setRates(broadcaster, { video: 600, voice: 150 })).toMatchObject({ type: 'success' })
    expect((await bounds()).video.outside).toBe(before)
    await at.request('operatorSetRateBounds', { kind: 'video', min: 50, max: 1000 })
  })

  it('are refused the wrong way round and beyond the limits of a rate', async () => {
    const refused = { code: 'rateBoundsWrong' }
    for (const [min, max] of [
      [300, 200],
      [40, 200],
      [50, 1010],
      [55, 200],
    ] as const)
      expect(await at.request('operatorSetRateBounds', { kind: 'voice', min, max })).toMatchObject(refused)
    expect(await bounds()).toMatchObject({ voice: { min: 50, max: 1000 } })
  })
})

describe('the broadcaster’s week', () => {
  it('is on the profile at once, in order, and replaces the one before', async () => {
    const broadcaster = await world.broadcaster()
    const tuesday = { weekday: 2, fromMinute: 0, toMinute: 90 }
    const saved = await broadcaster.request('updateSchedule', { schedule: [friday, tuesday] })
    expect(saved).toMatchObject({ settings: { schedule: [tuesday, friday] } })
    expect(await profileOf(broadcaster)).toMatchObject({
      schedule: [tuesday, friday],
      nextStandbyAt: expect.any(String),
    })
    await broadcaster.request('updateSchedule', { schedule: [] })
    expect((await profileOf(broadcaster)).schedule).toEqual([])
  })

  it('is refused as a whole when slots overlap, also over its end, and beyond 28 of them', async () => {
    const broadcaster = await world.broadcaster()
    await broadcaster.request('updateSchedule', { schedule: [friday] })
    const save = (...schedule: (typeof friday)[]) => broadcaster.request('updateSchedule', { schedule })
    const wrong = { code: 'scheduleWrong' }
    expect(await save(friday, { weekday: 6, fromMinute: 60, toMinute: 90 })).toMatchObject(wrong)
    expect(
      await save(
        { weekday: 6, fromMinute: 1320, toMinute: 1560 },
        { weekday: 0, fromMinute: 0, toMinute: 60 },
      ),
    ).toMatchObject(wrong)
    expect(await save({ weekday: 7, fromMinute: 0, toMinute: 60 })).toMatchObject(wrong)
    expect(await save(...Array.from({ length: 29 }, () => friday))).toMatchObject({ code: 'badInput' })
    expect(await settings(broadcaster)).toMatchObject({ schedule: [friday] })
  })
})

describe('standby without an open page', () => {
  it('is refused when no push reaches the broadcaster', async () => {
    const broadcaster = await world.broadcaster()
    expect(await broadcaster.request('updatePushStandby', { pushStandby: true })).toMatchObject({
      code: 'pushMissing',
    })
    await addPushAddress(broadcaster)
    expect(await broadcaster.request('updatePushStandby', { pushStandby: true })).toMatchObject({
      settings: { pushStandby: true },
    })
    expect(await settings(broadcaster)).toMatchObject({ pushStandby: true })
    await world.database.sql`DELETE FROM push_address WHERE member_id = ${broadcaster.id}`
    // Switching it off needs no push.
    expect(await broadcaster.request('updatePushStandby', { pushStandby: false })).toMatchObject({
      settings: { pushStandby: false },
    })
  })
})

/** A browser of the broadcaster that receives pushes. */
const addPushAddress = (broadcaster: Person) => world.database.sql`
  INSERT INTO push_address (session_hash, member_id, provider, sender, address, address_hash)
  SELECT id_hash, member_id, 'webPush', 'key', '{}', ${randomBytes(32)} FROM session WHERE member_id = ${broadcaster.id}`
