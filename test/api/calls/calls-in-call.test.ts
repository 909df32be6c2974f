import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { billDueCalls } from '#server/calls/actions/bill-calls.ts'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { makeMeterDue } from '#server/points/metering/meter-funding.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, pointOf } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const liveOf = async (person: Person, callId: string) => {
  const answer = await person.request('getCall', { callId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.call.live
}
const meterOf = (person: Person, callId: string, kind: 'Video' | 'Voice' = 'Video') =>
  person.request(`pay${kind}CallPoint`, { callId, requestId: newCallId() })
const bill = async (callId: string) => {
  await reportCalls(world.context)
  await makeMeterDue(world.context.db, callId)
  await billDueCalls(world.context)
}
const segmentsOf = async (person: Person, callId: string) => {
  const answer = await person.request('getReceipt', { callId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.receipt.segments.map(({ carries, pointsPerMin, points }) => [carries, pointsPerMin, points])
}
const pair = async (points = 1_000) => ({
  caller: await world.caller(points),
  broadcaster: await world.broadcaster({ video: 200, voice: 150 }),
})

describe('a video call whose camera goes off', () => {
  it('is charged by what it carried when each increment began, and says so on the receipts of both sides', async () => {
    const { caller, broadcaster } = await pair()
    const callId = await connectedCall(caller, broadcaster)
    world.media.carry(callId, 'video')
    world.media.flow(callId, 23_000)
    await bill(callId)
    world.media.carry(callId, 'voice')
    world.media.flow(callId, 20_000)
    expect(await meterOf(caller, callId)).toMatchObject({
      charged: 4 * 20 + 4 * 15,
      point: 1_000 - 140,
      running: true,
      currentPointsPerMin: 150,
    })
    world.media.carry(callId, 'nothing')
    expect(await meterOf(caller, callId)).toMatchObject({ charged: 140, running: false })
    expect(await liveOf(broadcaster, callId)).toMatchObject({ carries: 'nothing' })
    await bill(callId)
    world.media.carry(callId, 'video')
    world.media.flow(callId, 9_000)
    expect(await caller.request('endCall', { callId })).toMatchObject({ call: { charged: 160 } })
    expect(await pointOf(caller)).toBe(840)
    // The pause lasted no time of this clock, so it is on no receipt.
    expect(await segmentsOf(caller, callId)).toEqual([
      ['video', 200, 80],
      ['voice', 150, 60],
      ['video', 200, 20],
    ])
    expect(await segmentsOf(broadcaster, callId)).toEqual([
      ['video', 80, 32],
      ['voice', 60, 24],
      ['video', 80, 8],
    ])
    expect(await broadcaster.request('getReceipt', { callId })).toMatchObject({ receipt: { earned: 64 } })
  })

  it('uses what it held for video before it holds more, and lasts as long as the points do', async () => {
    const { caller, broadcaster } = await pair(200)
    const callId = await connectedCall(caller, broadcaster)
    world.media.carry(callId, 'voice')
    world.media.flow(callId, 60_000)
    await world.settled()
    // Ten increments of 15 points left 50 points of the hold: two more of 20 points.
    expect(world.media.seats.get(callId)?.fundedMs).toBe(72_000)
    world.media.flow(callId, 12_000)
    await world.settled()
    expect(world.media.seats.get(callId)?.fundedMs).toBe(78_000)
    world.media.flow(callId, 6_000)
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({
      call: { endReason: 'pointless', charged: 195 },
    })
    expect(await pointOf(caller)).toBe(5)
  })

  it('never costs more than the call itself, and the product’s rate where voice calls aren’t accepted', async () => {
    const dear = await world.broadcaster({ video: 100, voice: 300 })
    const silent = await world.broadcaster({ video: 200, voice: null })
    for (const [broadcaster, voice] of [
      [dear, 100],
      [silent, 140],
    ] as const) {
      const caller = await world.caller()
      const callId = await connectedCall(caller, broadcaster)
      expect(await liveOf(caller, callId)).toMatchObject({ pointsPerMin: { voice } })
      await caller.request('endCall', { callId })
    }
  })

  it('goes on at the same prices after a crash of the media process', async () => {
    const { caller, broadcaster } = await pair()
    const callId = await connectedCall(caller, broadcaster)
    world.media.carry(callId, 'video')
    world.media.flow(callId, 7_000)
    world.media.carry(callId, 'voice')
    world.media.flow(callId, 7_000)
    await reportCalls(world.context)
    world.media.crash()
    await world.settled()
    world.media.recover()
    await world.settled()
    expect(world.media.seats.get(callId)?.carried).toMatchObject({
      segments: [{ carries: 'video' }, { firstIncrement: 2, carries: 'voice' }],
      decidedIncrements: 3,
    })
    expect(await caller.request('endCall', { callId })).toMatchObject({ call: { charged: 20 + 20 + 15 } })
  })
})

describe('a voice call', () => {
  const voiceCall = async (points?: number) => {
    const sides = await pair(points)
    const callId = await connectedCall(sides.caller, sides.broadcaster, 'voice')
    world.media.carry(callId, 'voice')
    return { ...sides, callId }
  }

  it('goes on as a video call when the other side agrees, at its price from the next increment, and back', async () => {
    const { caller, broadcaster, callId } = await voiceCall()
    world.media.flow(callId, 7_000)
    expect(await broadcaster.request('askForVideo', { callId })).toMatchObject({
      call: {
        live: { kind: 'voice', videoRequest: { by: 'broadcaster' }, pointsPerMin: { voice: 60, video: 80 } },
      },
    })
    expect(await liveOf(caller, callId)).toMatchObject({ pointsPerMin: { voice: 150, video: 200 } })
    const agreed = { callId, agrees: true, expectedPointsPerMin: 200 }
    expect(await caller.request('answerVideoAsk', agreed)).toMatchObject({
      call: { kind: 'voice', live: { kind: 'video', videoRequest: null } },
    })
    expect(world.media.rooms.get(callId)?.kind).toBe('video')
    // Of the minute that was funded at 150 points, nothing is taken back.
    expect(await caller.request('getMyWallet', {})).toMatchObject({ held: 200 })
    world.media.carry(callId, 'video')
    world.media.flow(callId, 12_000)
    await bill(callId)
    expect(await broadcaster.request('changeCallToVoice', { callId })).toMatchObject({
      call: { live: { kind: 'voice' } },
    })
    expect(world.media.rooms.get(callId)?.kind).toBe('voice')
    world.media.carry(callId, 'voice')
    world.media.flow(callId, 6_000)
    await bill(callId)
    expect(await meterOf(caller, callId, 'Voice')).toMatchObject({ charged: 2 * 15 + 2 * 20 + 15 })
    await caller.request('endCall', { callId })
    expect(await segmentsOf(caller, callId)).toEqual([
      ['voice', 150, 30],
      ['video', 200, 40],
      ['voice', 150, 15],
    ])
  })

  it('takes offers of video from the change on, also before its room has learned of it', async () => {
    const { caller, broadcaster, callId } = await voiceCall()
    const answer = await caller.request('joinCall', { callId })
    if (answer.type === 'error') throw new Error(answer.code)
    const offer = async (way: 'whip' | 'whep') => {
      const { status } = await world.request(`/api/media/${way}/${callId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${answer.rtc_channel_token}`, 'content-type': 'application/sdp' },
        body: 'v=0\r\n',
      })
      expect(status).toBe(201)
      return world.media.offered.get(caller.id)
    }
    expect([await offer('whip'), await offer('whep')]).toEqual(['voice', 'voice'])
    const { setKind } = world.media
    const told = Promise.withResolvers<void>()
    world.media.setKind = async (...change) => {
      await told.promise
      return setKind(...change)
    }
    await broadcaster.request('askForVideo', { callId })
    const agreed = caller.request('answerVideoAsk', { callId, agrees: true })
    await vi.waitFor(async () => expect(await liveOf(caller, callId)).toMatchObject({ kind: 'video' }))
    expect(world.media.rooms.get(callId)?.kind).toBe('voice')
    expect([await offer('whip'), await offer('whep')]).toEqual(['video', 'video'])
    told.resolve()
    await agreed
    world.media.setKind = setKind
  })

  it('changes once when both ask at the same time, and not at all when it ends at the same time', async () => {
    const { caller, broadcaster, callId } = await voiceCall()
    const request = (person: Person) => person.request('askForVideo', { callId })
    await Promise.all([request(caller), request(broadcaster)])
    expect(await liveOf(caller, callId)).toMatchObject({ kind: 'video', videoRequest: null })
    await caller.request('changeCallToVoice', { callId })
    await broadcaster.request('askForVideo', { callId })
    const [answered, ended] = await Promise.all([
      caller.request('answerVideoAsk', { callId, agrees: true }),
      broadcaster.request('endCall', { callId }),
    ])
    expect(ended).toMatchObject({ call: { phase: 'ended', endReason: 'byBroadcaster' } })
    expect(['success', 'error']).toContain(answered.type)
    expect(await caller.request('answerVideoAsk', { callId, agrees: true })).toMatchObject({
      code: 'callGone',
    })
    expect(world.media.rooms.has(callId)).toBe(false)
  })

  it('stays one without the points for video: the caller reads why, the broadcaster doesn’t', async () => {
    const { caller, broadcaster, callId } = await voiceCall(160)
    expect(await caller.request('askForVideo', { callId, expectedPointsPerMin: 200 })).toMatchObject({
      code: 'insufficientPoints',
    })
    await broadcaster.request('askForVideo', { callId })
    expect(await caller.request('answerVideoAsk', { callId, agrees: true })).toMatchObject({
      code: 'insufficientPoints',
    })
    expect(await liveOf(caller, callId)).toMatchObject({ kind: 'voice', videoRequest: { by: 'broadcaster' } })
  })

  it('doesn’t let a side ask and take back without end', async () => {
    const { caller, callId } = await voiceCall()
    for (let count = 0; count < 6; count += 1) {
      expect(await caller.request('askForVideo', { callId })).toMatchObject({ type: 'success' })
      expect(await caller.request('answerVideoAsk', { callId, agrees: false })).toMatchObject({
        type: 'success',
      })
    }
    expect(await caller.request('askForVideo', { callId })).toMatchObject({ code: 'tooManyRequests' })
  })

  it('is nobody else’s to change, and video isn’t offered where it isn’t accepted', async () => {
    const { caller, callId } = await voiceCall()
    const stranger = await world.caller()
    for (const name of ['askForVideo', 'changeCallToVoice'] as const)
      expect(await stranger.request(name, { callId })).toMatchObject({ code: 'notFound' })
    expect(await stranger.request('answerVideoAsk', { callId, agrees: true })).toMatchObject({
      code: 'notFound',
    })
    expect(await caller.request('askForVideo', { callId, expectedPointsPerMin: 190 })).toMatchObject({
      code: 'callRateChanged',
    })
    const broadcaster = await world.broadcaster({ video: null, voice: 150 })
    const another = await world.caller()
    const voiceOnly = await connectedCall(another, broadcaster, 'voice')
    expect(await liveOf(another, voiceOnly)).toMatchObject({ pointsPerMin: { video: null } })
    expect(await another.request('askForVideo', { callId: voiceOnly })).toMatchObject({
      code: 'callKindRefused',
    })
  })
})
