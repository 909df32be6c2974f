import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRoomCheck } from '#server/calls/media/meter-loop.ts'
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

describe('a birth date that says under 18', () => {
  const young = { birthDate: `${new Date().getFullYear() - 15}-01-01` }

  it("ends the caller's running call at what it has cost so far", async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 10_000)
    expect(await caller.request('stateBirthDate', young)).toMatchObject({ isUnderAge: true })
    expect(await endOf(broadcaster, callId)).toBe('byOperator')
    expect(await pointOf(caller)).toBe(960)
  })

  it("ends the caller's ring, and a ring that was placed meanwhile can't be answered", async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    await caller.request('stateBirthDate', young)
    expect(await endOf(broadcaster, callId)).toBe('byOperator')
    const other = await world.caller(1_000)
    const { callId: laterId } = await ring(other, broadcaster)
    await world.database.sql`
      update member set born_on = ${young.birthDate}, born_on_stated_at = now() where id = ${other.id}`
    expect(await broadcaster.request('acceptCall', { callId: laterId })).toMatchObject({ code: 'callGone' })
    expect(await endOf(other, laterId)).toBe('byOperator')
  })
})

describe('losing the connection', () => {
  it('waits for the side to return, and after 20 s ends and returns what the point-back rule says', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 20_000)
    world.media.lose(callId, 'broadcaster')
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({
      call: { phase: 'inCall', reconnecting: 'broadcaster' },
    })
    expect(await caller.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      running: false,
    })
    world.media.comeBack(callId, 'broadcaster')
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({ call: { reconnecting: null } })
    world.media.lose(callId, 'broadcaster')
    await world.settled()
    await age(callId, 20)
    expect(await endOf(caller, callId)).toBe('connectionLost')
    expect(await pointOf(caller)).toBe(1_000)
    expect(await caller.request('getReceipt', { callId })).toMatchObject({
      receipt: { points: 80, pointBack: 80 },
    })
    expect(await broadcaster.request('getMyWallet', {})).toMatchObject({ earnings: { point: 0 } })
  })

  it('returns nothing for a loss on the payer’s side', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 10_000)
    world.media.lose(callId, 'payer')
    await world.settled()
    await age(callId, 20)
    expect(await endOf(caller, callId)).toBe('connectionLost')
    expect(await pointOf(caller)).toBe(960)
  })

  it('does not end with the media process: the room opens again with what was measured', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 10_000)
    world.media.crash()
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({
      call: { phase: 'inCall', reconnecting: 'broadcaster' },
    })
    world.media.recover()
    await world.settled()
    expect(world.media.seats.get(callId)?.carried).toMatchObject({ chargedMs: 10_000 })
    world.media.connect(callId)
    await world.settled()
    world.media.flow(callId, 5_000)
    await caller.request('endCall', { callId })
    expect(await pointOf(caller)).toBe(940)
  })
})

describe('a loss of the media server', () => {
  const earningsOf = async (person: Person) => {
    const answer = await person.request('getMyWallet', {})
    return answer.type === 'success' ? answer.earnings?.point : null
  }
  const lostCall = async (caller: Person, broadcaster: Person) => {
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 20_000)
    world.media.crash()
    await world.settled()
    return callId
  }
  const serverLoss = async (caller: Person, broadcaster: Person) => {
    const callId = await lostCall(caller, broadcaster)
    await age(callId, 20)
    world.media.recover()
    await world.settled()
    expect(await endOf(caller, callId)).toBe('connectionLost')
  }

  it('is the loss of a payer who stays away from the reopened room: nothing is returned', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await lostCall(caller, broadcaster)
    world.media.recover()
    world.media.comeBack(callId, 'broadcaster')
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({ call: { reconnecting: 'caller' } })
    await age(callId, 20)
    expect(await endOf(caller, callId)).toBe('connectionLost')
    expect(await pointOf(caller)).toBe(920)
    expect(await earningsOf(broadcaster)).toBe(32)
  })

  it('costs the broadcaster when both sides stay away: no points come into being', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const callId = await lostCall(caller, broadcaster)
    world.media.recover()
    await world.settled()
    await age(callId, 20)
    expect(await pointOf(caller)).toBe(1_000)
    expect(await earningsOf(broadcaster)).toBe(0)
  })

  it('is paid by the platform while the room stays closed, once a day a pair, and then alerts operators', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    await serverLoss(caller, broadcaster)
    expect(await pointOf(caller)).toBe(1_000)
    expect(await earningsOf(broadcaster)).toBe(32)
    await serverLoss(caller, broadcaster)
    expect(await pointOf(caller)).toBe(1_000)
    expect(await earningsOf(broadcaster)).toBe(32)
    expect(
      await world.database.sql`
      select kind, text from operator_notice where subject = ${`member:${broadcaster.id}`}`,
    ).toMatchObject([{ kind: 'platformPointBacks', text: expect.stringContaining('80pt') }])
  })

  it('is paid by the platform three times a day for one broadcaster with any payer', async () => {
    const broadcaster = await world.broadcaster()
    const earned: unknown[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      await serverLoss(await world.caller(1_000), broadcaster)
      earned.push(await earningsOf(broadcaster))
    }
    expect(earned).toEqual([32, 64, 96, 96])
  })
})

describe('a room that cannot be opened', () => {
  it('ends the call as failed and releases the hold', async () => {
    const caller = await world.caller(1_000)
    const broadcaster = await world.broadcaster()
    const { callId } = await ring(caller, broadcaster)
    world.media.refusesRooms = true
    expect(await broadcaster.request('acceptCall', { callId })).toMatchObject({ code: 'mediaUnavailable' })
    world.media.refusesRooms = false
    expect(await endOf(caller, callId)).toBe('failed')
    expect(await caller.request('getMyWallet', {})).toMatchObject({ point: 1_000, held: 0 })
  })
})

describe('a call of other members', () => {
  it('is answered with notFound, whatever is asked about it', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const callId = await connectedCall(caller, broadcaster)
    const stranger = await world.caller()
    for (const name of [
      'getCall',
      'acceptCall',
      'declineCall',
      'cancelCall',
      'endCall',
      'joinCall',
      'getReceipt',
    ] as const) {
      expect(await stranger.request(name, { callId }), name).toMatchObject({ code: 'notFound' })
    }
    for (const name of ['getAgoraUid', 'getRtmLoginAuth'] as const) {
      expect(await stranger.request(name, { channelId: callId }), name).toMatchObject({ code: 'notFound' })
    }
    expect(await stranger.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'notFound',
    })
    expect(await broadcaster.request('payVideoCallPoint', { callId, requestId: newCallId() })).toMatchObject({
      code: 'notFound',
    })
    expect(await caller.request('getAgoraUid', { channelId: callId })).toMatchObject({
      uid: expect.any(Number),
    })
    expect(await caller.request('getRtmLoginAuth', { channelId: callId })).toMatchObject({
      userId: caller.id,
    })
  })

  it('has media endpoints that only its own tokens open, and only while it runs', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const { callId, answer } = await ring(caller, broadcaster)
    if (answer.type !== 'success') throw new Error(answer.code)
    await broadcaster.request('acceptCall', { callId })
    const offer = (token: string, id = callId, body = 'v=0\r\n', type = 'application/sdp') =>
      world.request(`/api/media/whip/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      })
    expect((await offer(answer.rtc_channel_token)).status).toBe(201)
    expect((await offer(answer.rtc_channel_token, newCallId())).status).toBe(401)
    expect((await offer(answer.rtm_channel_token)).status).toBe(401)
    expect((await offer(`${answer.rtc_channel_token}x`)).status).toBe(401)
    expect((await offer('')).status).toBe(401)
    expect((await offer('')).headers.get('www-authenticate')).toBe('Bearer')
    for (const [path, allow] of [
      [`whip/${callId}`, 'GET, HEAD, POST, OPTIONS'],
      [`whep/${callId}`, 'GET, HEAD, POST, OPTIONS'],
      [`resource/${callId}/1`, 'GET, HEAD, DELETE, OPTIONS'],
    ]) {
      const preflight = await world.request(`/api/media/${path}`, { method: 'OPTIONS' })
      expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, allow])
      // RFC 9725, 4.1: a success without content, also without a token.
      for (const method of ['GET', 'HEAD'])
        expect((await world.request(`/api/media/${path}`, { method })).status).toBe(204)
    }
    world.media.refusesLinks = 409
    expect((await offer(answer.rtc_channel_token)).headers.get('retry-after')).toBe('1')
    world.media.refusesLinks = null
    expect((await offer(answer.rtc_channel_token, callId, 'x'.repeat(70_000))).status).toBe(413)
    expect((await offer(answer.rtc_channel_token, callId, 'v=0', 'text/plain')).status).toBe(415)
    await caller.request('endCall', { callId })
    expect((await offer(answer.rtc_channel_token)).status).toBe(404)
  })
})

describe('offers', () => {
  it('of one participant are limited to what a person’s connections need, and those of the other are not', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const { callId, answer } = await ring(caller, broadcaster)
    if (answer.type !== 'success') throw new Error(answer.code)
    const accepted = await broadcaster.request('acceptCall', { callId })
    if (accepted.type !== 'success') throw new Error(accepted.code)
    const offer = async (direction: 'whip' | 'whep', token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
      const answered = await world.request(`/api/media/${direction}/${callId}`, {
        method: 'POST',
        headers,
        body: 'v=0\r\n',
      })
      return answered.status
    }
    // A minute of connections that die as soon as that can be noticed: 15 in each direction, and the first.
    for (let index = 0; index < 16; index++) {
      expect(await offer('whip', answer.rtc_channel_token)).toBe(201)
      expect(await offer('whep', answer.rtc_channel_token)).toBe(201)
    }
    const more: number[] = []
    for (let index = 0; index < 10; index++) more.push(await offer('whip', answer.rtc_channel_token))
    expect(more.slice(8)).toEqual([429, 429])
    expect(await offer('whip', accepted.rtc_channel_token)).toBe(201)
  })
})

describe('an offer', () => {
  it('that its client gave up while it waited takes no newer one’s place', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    const { callId, answer } = await ring(caller, broadcaster)
    if (answer.type !== 'success') throw new Error(answer.code)
    await broadcaster.request('acceptCall', { callId })
    const patience = new AbortController()
    const offer = (signal: AbortSignal | null) =>
      world.request(`/api/media/whip/${callId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${answer.rtc_channel_token}`, 'content-type': 'application/sdp' },
        body: 'v=0\r\n',
        signal,
      })
    const waiting = await world.database.sql.begin(async (sql) => {
      await sql`lock table call`
      const early = offer(patience.signal)
      patience.abort()
      return { early }
    })
    expect((await waiting.early).status).toBe(409)
    expect((await offer(null)).status).toBe(201)
  })
})

describe('faults', () => {
  it('of the database delay the events of the media server and lose none', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    await world.database.sql`alter table call rename to call_away`
    world.media.lose(callId, 'broadcaster')
    world.media.comeBack(callId, 'broadcaster')
    world.media.lose(callId, 'payer')
    await world.database.sql`alter table call_away rename to call`
    await world.settled()
    expect(await caller.request('getCall', { callId })).toMatchObject({ call: { reconnecting: 'caller' } })
    await caller.request('endCall', { callId })
  })

  it('that lost a room end its call at the second check', async () => {
    const caller = await world.caller(1_000)
    const callId = await connectedCall(caller, await world.broadcaster())
    world.media.flow(callId, 10_000)
    const look = createRoomCheck(world.context)
    await look()
    await world.media.closeRoom(callId)
    await look()
    expect(await endOf(caller, callId)).toBeNull()
    await look()
    expect(await endOf(caller, callId)).toBe('serverRecovery')
    expect(await caller.request('getMyCall', {})).toMatchObject({ call: null })
  })

  it('of one wallet leave the funding of other calls alone', async () => {
    const [damaged, sound] = [await world.caller(1_000), await world.caller(1_000)]
    const first = await connectedCall(damaged, await world.broadcaster())
    const second = await connectedCall(sound, await world.broadcaster())
    const wallet = world.database
      .sql`select id from account where kind = 'wallet' and owner_id = ${damaged.id}`
    await world.database.sql`update lot set remaining = 0 where account_id in (${wallet})`
    world.media.flow(first, 60_000)
    world.media.flow(second, 60_000)
    await world.settled()
    expect(world.media.seats.get(second)?.fundedMs).toBe(120_000)
    await world.database.sql`update lot set remaining = granted where account_id in (${wallet})`
    await damaged.request('endCall', { callId: first })
    await sound.request('endCall', { callId: second })
    expect(await pointOf(damaged)).toBe(800)
  })
})
