import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoTestMaxMs } from '#contract/calls/pre-call-check.ts'
import { signTestToken } from '#server/calls/media/tokens.ts'
import { echoRoomOf } from '#server/calls/queries.ts'
import { openNode } from '#test/helpers/open-node.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from './call-steps.ts'

let world: TestWorld
const { connectedCall, pointOf, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const begin = async (who: Person, testId = newCallId()) => {
  const answer = await who.request('beginVideoTest', { testId })
  if (answer.type !== 'success') throw new Error(answer.code)
  return { testId, token: answer.rtc_channel_token, iceServers: answer.ice_servers }
}
const offer = async (token: string, id: string, { on = world, direction = 'whip' } = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
  return (await on.request(`/api/media/${direction}/${id}`, { method: 'POST', headers, body: 'v=0\r\n' }))
    .status
}
const roomOf = ({ id }: Person) =>
  [...world.media.echoes.values()].find(({ participantId }) => participantId === id)

describe('a pre-call check', () => {
  it('opens a room for one caller, who sends and receives there, and costs nothing', async () => {
    const caller = await world.caller(1_000)
    const { testId, token } = await begin(caller)
    expect(roomOf(caller)).toMatchObject({ participantId: caller.id, maxMs: 60_000 })
    expect(await offer(token, testId)).toBe(201)
    expect(await offer(token, testId, { direction: 'whep' })).toBe(201)
    expect(world.media.readings().size).toBe(0)
    expect(await caller.request('endVideoTest', { testId })).toEqual({ type: 'success' })
    expect(roomOf(caller)).toBeUndefined()
    expect(await offer(token, testId)).toBe(404)
    expect(await caller.request('endVideoTest', { testId })).toEqual({ type: 'success' })
    expect(await pointOf(caller)).toBe(1_000)
  })

  it('may end while its page gives a connection back', async () => {
    const caller = await world.caller()
    const { testId } = await begin(caller)
    await caller.request('endVideoTest', { testId })
    const room = echoRoomOf({ memberId: caller.id, testId })
    await expect(world.context.media.closeResource(room, caller.id, newCallId())).resolves.toBeUndefined()
  })

  it('is open to a broadcaster as well', async () => {
    const broadcaster = await world.broadcaster()
    const { testId, token } = await begin(broadcaster)
    expect(await offer(token, testId)).toBe(201)
  })

  it('is the newest one: the earlier token opens nothing, and the earlier end closes nothing', async () => {
    const caller = await world.caller()
    const first = await begin(caller)
    const second = await begin(caller)
    expect(await offer(first.token, first.testId)).toBe(404)
    await caller.request('endVideoTest', { testId: first.testId })
    expect(await offer(second.token, second.testId)).toBe(201)
    expect(roomOf(caller)).toBeDefined()
  })

  it('is not closed by the end of the check before, which was under way when it began', async () => {
    const caller = await world.caller()
    const first = await begin(caller)
    const close = world.media.closeEcho
    let second: Promise<{ testId: string; token: string }> | undefined
    world.media.closeEcho = async (roomId) => {
      world.media.closeEcho = close
      second = begin(caller)
      await second
      await close(roomId)
    }
    await caller.request('endVideoTest', { testId: first.testId })
    const { testId, token } = (await second) ?? first
    expect(testId).not.toBe(first.testId)
    expect(await offer(token, testId)).toBe(201)
    expect(
      [...world.media.echoes.values()].filter(({ participantId }) => participantId === caller.id),
    ).toHaveLength(1)
  })

  it('may be begun again under its id, as after a lost answer', async () => {
    const caller = await world.caller()
    const { testId } = await begin(caller)
    const { token } = await begin(caller, testId)
    expect(await offer(token, testId)).toBe(201)
  })

  it('is refused in a call, when the media server has no room, and when it is begun too often', async () => {
    const caller = await world.caller()
    const callId = await connectedCall(caller, await world.broadcaster())
    expect(await caller.request('beginVideoTest', { testId: newCallId() })).toMatchObject({
      code: 'callAlreadyInCall',
    })
    await caller.request('endCall', { callId })
    world.media.refusesRooms = true
    const refused = await caller.request('beginVideoTest', { testId: newCallId() })
    world.media.refusesRooms = false
    expect(refused).toMatchObject({ code: 'mediaUnavailable' })
    for (let tries = 3; tries <= 10; tries++) await begin(caller)
    expect(await caller.request('beginVideoTest', { testId: newCallId() })).toMatchObject({
      code: 'tooManyRequests',
    })
  })

  it('shares its slots with the checks of its network', async () => {
    const networkOf = async (address: string) => {
      const who = await world.caller()
      const headers = { cookie: who.cookie, 'content-type': 'application/json' }
      const body = JSON.stringify({ testId: newCallId() })
      await world.request('/api/begin-video-test', { method: 'POST', headers, body }, address)
      return roomOf(who)?.networkKey
    }
    const network = await networkOf('203.0.113.9')
    expect(network).toBeDefined()
    expect(await networkOf('203.0.113.9')).toBe(network)
    expect(await networkOf('203.0.113.10')).not.toBe(network)
  })

  it('comes with relays that are valid no longer than the check', async () => {
    world.context.config.turn = { urls: ['turn:turn.koyoi.example'], secret: 'north' }
    const { iceServers } = await begin(await world.caller())
    world.context.config.turn = undefined
    const endsAt = Number(iceServers[0]?.username.split(':')[0]) * 1000
    expect(endsAt).toBeLessThanOrEqual(Date.now() + videoTestMaxMs)
    expect(endsAt).toBeGreaterThan(Date.now() + videoTestMaxMs / 2)
  })
})

describe('a check’s token', () => {
  it('opens that check alone, to the member it was made for, for a minute', async () => {
    const [caller, other] = [await world.caller(), await world.caller()]
    const [ofCaller, others] = [await begin(caller), await begin(other)]
    expect(await offer(others.token, ofCaller.testId)).toBe(401)
    expect(await offer(`${ofCaller.token}x`, ofCaller.testId)).toBe(401)
    expect(await offer('', ofCaller.testId)).toBe(401)
    const signedAgo = (ms: number, { id } = caller) =>
      signTestToken(world.context.secret, { testId: ofCaller.testId, memberId: id }, Date.now() - ms)
    expect(await offer(signedAgo(videoTestMaxMs - 10_000), ofCaller.testId)).toBe(201)
    expect(await offer(signedAgo(videoTestMaxMs), ofCaller.testId)).toBe(401)
    // What only the server could sign: another member under this id.
    expect(await offer(signedAgo(0, other), ofCaller.testId)).toBe(404)
    await other.request('endVideoTest', { testId: ofCaller.testId })
    expect(roomOf(caller)).toBeDefined()
  })

  it('opens no call, and a call’s token opens no check', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const test = await begin(caller)
    const { callId, answer } = await ring(caller, broadcaster)
    if (answer.type !== 'success') throw new Error(answer.code)
    await broadcaster.request('acceptCall', { callId })
    expect(await offer(answer.rtc_channel_token, callId)).toBe(201)
    expect(await offer(test.token, callId)).toBe(401)
    expect(await offer(answer.rtc_channel_token, test.testId)).toBe(401)
    expect(await offer(answer.rtm_channel_token, test.testId)).toBe(401)
    // A check under the id of the call, which anybody may choose, doesn't open the call.
    await caller.request('endCall', { callId })
    const disguised = await begin(caller, callId)
    expect(await offer(answer.rtc_channel_token, callId)).toBe(404)
    expect(world.media.rooms.has(callId)).toBe(false)
    expect(await offer(disguised.token, callId)).toBe(201)
  })
})

describe('of two processes', () => {
  let other: TestWorld
  let closeNode: () => Promise<void>
  beforeAll(async () => {
    closeNode = await openNode(world)
    other = await createTestWorld({ beside: world })
  })
  afterAll(async () => {
    await closeNode()
    await other.close()
  })

  const atOther = async (person: Person, path: string, testId: string) => {
    const headers = { cookie: person.cookie, 'content-type': 'application/json' }
    return (await other.request(path, { method: 'POST', headers, body: JSON.stringify({ testId }) })).json()
  }

  it('the one that has the room is asked by the other: endpoints, end, and the next check', async () => {
    const caller = await world.caller()
    const { testId, token } = await begin(caller)
    expect(await offer(token, testId, { on: other })).toBe(201)
    world.media.refusesLinks = 409
    expect(await offer(token, testId, { on: other })).toBe(409)
    world.media.refusesLinks = null
    expect(await atOther(caller, '/api/end-video-test', testId)).toEqual({ type: 'success' })
    expect(roomOf(caller)).toBeUndefined()

    await begin(caller)
    expect(await atOther(caller, '/api/begin-video-test', newCallId())).toMatchObject({ type: 'success' })
    expect(roomOf(caller)).toBeUndefined()
    expect(other.media.echoes.size).toBe(1)
  })
})
