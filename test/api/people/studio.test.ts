import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallRates } from '#contract/people/people.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { createOperatorWorld, granted, type OperatorWorld } from '../operators/operator-world.ts'

let operators: OperatorWorld
let world: TestWorld
let at: Awaited<ReturnType<OperatorWorld['signedIn']>>
const { ring } = callSteps(() => world)
beforeAll(async () => {
  operators = await createOperatorWorld()
  // The members' side of the same house, on the same database.
  world = await createTestWorld({ beside: { database: operators.database, context: operators.context } })
  at = await operators.signedIn()
})
afterAll(async () => {
  await world.close()
  await operators.close()
})

const settings = async (her: Person) => granted(await her.ask('getStudioSettings', {})).settings
const profileOf = async (her: Person) => granted(await her.ask('getUserInfForWeb', { userId: her.id })).user
const setRates = (her: Person, rates: CallRates) => her.ask('updateCallRates', { rates })
const friday = { weekday: 5, fromMinute: 1260, toMinute: 1560 }

it("is a broadcaster's own", async () => {
  const him = await world.caller()
  const refused = { code: 'forbidden' }
  expect(await him.ask('getStudioSettings', {})).toMatchObject(refused)
  expect(await setRates(him, { video: 200, voice: 140 })).toMatchObject(refused)
  expect(await him.ask('updateSchedule', { schedule: [] })).toMatchObject(refused)
  expect(await him.ask('updatePushStandby', { pushStandby: false })).toMatchObject(refused)
})

describe('her prices', () => {
  it('are what her profile, her switch and the next ring say from now on', async () => {
    const [him, her] = [await world.caller(), await world.broadcaster()]
    expect(await settings(her)).toMatchObject({
      rates: { video: 200, voice: 140 },
      bounds: { video: { min: 50, max: 1000 }, voice: { min: 50, max: 1000 } },
    })
    const rates = { video: 260, voice: null }
    expect(await setRates(her, rates)).toMatchObject({ type: 'success', settings: { rates } })
    expect(await profileOf(her)).toMatchObject({ rates })
    expect(await her.ask('getMyStandby', {})).toMatchObject({ rates })
    expect((await ring(him, her, 'voice')).answer).toMatchObject({ code: 'callKindRefused' })
    const { callId, answer } = await ring(him, her)
    expect(answer).toMatchObject({ call: { ratePointsPerMin: 260 } })
    await him.ask('cancelCall', { callId })
  })

  it('leave a call that rings and one that runs at theirs', async () => {
    const [him, her] = [await world.caller(1_000), await world.broadcaster()]
    const ringing = await ring(him, her)
    await setRates(her, { video: 500, voice: null })
    const call = { ratePointsPerMin: 200 }
    expect(await her.ask('acceptCall', { callId: ringing.callId })).toMatchObject({ call })
    world.media.connect(ringing.callId)
    await world.settled()
    await setRates(her, { video: null, voice: 600 })
    expect(await him.ask('getCall', { callId: ringing.callId })).toMatchObject({
      call: { ...call, phase: 'inCall' },
    })
    world.media.flow(ringing.callId, 60_000)
    await him.ask('endCall', { callId: ringing.callId })
    expect(await him.ask('getReceipt', { callId: ringing.callId })).toMatchObject({
      receipt: { ratePointsPerMin: 200, points: 200 },
    })
    expect(await world.ledgerDefects()).toEqual([])
  })

  it('are refused outside the bounds, and when no kind is left', async () => {
    const her = await world.broadcaster()
    const outside = { code: 'rateOutOfBounds' }
    expect(await setRates(her, { video: 40, voice: 140 })).toMatchObject(outside)
    expect(await setRates(her, { video: 1010, voice: 140 })).toMatchObject(outside)
    expect(await setRates(her, { video: 205, voice: 140 })).toMatchObject(outside)
    expect(await setRates(her, { video: null, voice: null })).toMatchObject({ code: 'rateNoneLeft' })
    expect(await settings(her)).toMatchObject({ rates: { video: 200, voice: 140 } })
  })
})

describe('the bounds of prices', () => {
  const bounds = async () => granted(await at.ask('operatorRateBounds', {})).bounds

  it('are set by an operator, who leaves a line, and hold for what is chosen from then on', async () => {
    const her = await world.broadcaster({ video: 700, voice: 140 })
    const before = (await bounds()).video.outside
    expect(await at.ask('operatorSetRateBounds', { kind: 'video', min: 100, max: 600 })).toEqual({
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

    // Her price stands, also when she changes the other one; a new one obeys.
    expect(await settings(her)).toMatchObject({ rates: { video: 700 }, bounds: { video: { max: 600 } } })
    expect(await setRates(her, { video: 700, voice: 150 })).toMatchObject({ type: 'success' })
    expect(await setRates(her, { video: 690, voice: 150 })).toMatchObject({ code: 'rateOutOfBounds' })
    expect(await setRates(her, { video: 600, voice: 150 })).toMatchObject({ type: 'success' })
    expect((await bounds()).video.outside).toBe(before)
    await at.ask('operatorSetRateBounds', { kind: 'video', min: 50, max: 1000 })
  })

  it('are refused the wrong way round and beyond what a price may be', async () => {
    const refused = { code: 'rateBoundsWrong' }
    for (const [min, max] of [
      [300, 200],
      [40, 200],
      [50, 1010],
      [55, 200],
    ] as const)
      expect(await at.ask('operatorSetRateBounds', { kind: 'voice', min, max })).toMatchObject(refused)
    expect(await bounds()).toMatchObject({ voice: { min: 50, max: 1000 } })
  })
})

describe('her week', () => {
  it('stands on her profile at once, in its order, in place of the one before', async () => {
    const her = await world.broadcaster()
    const tuesday = { weekday: 2, fromMinute: 0, toMinute: 90 }
    const saved = await her.ask('updateSchedule', { schedule: [friday, tuesday] })
    expect(saved).toMatchObject({ settings: { schedule: [tuesday, friday] } })
    expect(await profileOf(her)).toMatchObject({ schedule: [tuesday, friday] })
    await her.ask('updateSchedule', { schedule: [] })
    expect((await profileOf(her)).schedule).toEqual([])
  })

  it('is refused whole when slots overlap, also over its end, and beyond 28 of them', async () => {
    const her = await world.broadcaster()
    await her.ask('updateSchedule', { schedule: [friday] })
    const save = (...schedule: (typeof friday)[]) => her.ask('updateSchedule', { schedule })
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
    expect(await settings(her)).toMatchObject({ schedule: [friday] })
  })
})

describe('standby without an open page', () => {
  it('is refused where no push reaches her', async () => {
    const her = await world.broadcaster()
    expect(await her.ask('updatePushStandby', { pushStandby: true })).toMatchObject({ code: 'pushMissing' })
    await addPushAddress(her)
    expect(await her.ask('updatePushStandby', { pushStandby: true })).toMatchObject({
      settings: { pushStandby: true },
    })
    expect(await settings(her)).toMatchObject({ pushStandby: true })
    await world.database.sql`DELETE FROM push_address WHERE member_id = ${her.id}`
    // What she switches off needs nobody's push.
    expect(await her.ask('updatePushStandby', { pushStandby: false })).toMatchObject({
      settings: { pushStandby: false },
    })
  })
})

/** A browser of hers that takes pushes. */
const addPushAddress = (her: Person) => world.database.sql`
  INSERT INTO push_address (session_hash, member_id, provider, sender, address, address_hash)
  SELECT id_hash, member_id, 'webPush', 'key', '{}', ${randomBytes(32)} FROM session WHERE member_id = ${her.id}`
