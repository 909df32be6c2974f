import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#server/calls/media/tokens.ts'
import { callSocketRoom } from '#server/realtime/socket-rooms.ts'
import { newCallId, type Person } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import {
  type Client,
  everything,
  nextCall,
  openSocketsWorld,
  roundTrip,
  type SocketsWorld,
} from './sockets-world.ts'

let sockets: SocketsWorld
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(() => sockets.closePages())
afterAll(() => sockets.close())
const { connectedCall } = callSteps(() => sockets.world)

const tokensOf = async (person: Person, callId: string) => {
  const answer = await person.request('joinCall', { callId })
  if (answer.type === 'error') throw new Error(answer.code)
  return { room: answer.rtm_channel_token, media: answer.rtc_channel_token }
}

/** Two members in a call, each with a page. */
const inCall = async () => {
  const [caller, broadcaster] = [await sockets.world.caller(), await sockets.world.broadcaster()]
  const callId = await connectedCall(caller, broadcaster)
  return {
    callId,
    caller: { ...caller, page: await sockets.page(caller), tokens: await tokensOf(caller, callId) },
    broadcaster: {
      ...broadcaster,
      page: await sockets.page(broadcaster),
      tokens: await tokensOf(broadcaster, callId),
    },
  }
}

const join = (page: Client, callId: string, token: string) => page.emitWithAck('call:join', { callId, token })
const membersIn = (callId: string) =>
  [...(sockets.io.sockets.adapter.rooms.get(callSocketRoom(callId)) ?? [])].map(
    (id) => sockets.io.sockets.sockets.get(id)?.data.viewer.memberId,
  )
const signed = (
  claims: Partial<Parameters<typeof signToken>[1]> & { callId: string; memberId: string },
  agoMs = 0,
) =>
  signToken(
    sockets.world.context.secret,
    { purpose: 'room', role: 'caller', sessionId: null, ...claims },
    Date.now() - agoMs,
  )

describe('what a side sends', () => {
  const sending = { microphone: false, camera: true }
  const send = (page: Client, callId: string, input: unknown = sending) =>
    page.emitWithAck('call:sending', { callId, sending: input } as never)

  it('reaches the other side and the media server, and stays with the call', async () => {
    const { callId, caller, broadcaster } = await inCall()
    await join(broadcaster.page, callId, broadcaster.tokens.room)
    const reported = nextCall(caller.page, ({ live }) => live.sending.broadcaster?.microphone === false)
    expect(await send(broadcaster.page, callId)).toBe(true)
    expect((await reported).live.sending).toEqual({ caller: null, broadcaster: sending })
    expect(sockets.world.media.sending.get(callId)).toEqual(sending)
    expect(await caller.request('joinCall', { callId })).toMatchObject({
      call: { live: { sending: { broadcaster: sending } } },
    })
  })

  it('is never the other side’s to say, and never lets the caller stop the meter', async () => {
    const { callId, caller, broadcaster } = await inCall()
    await join(caller.page, callId, caller.tokens.room)
    expect(await send(caller.page, callId, { microphone: false, camera: false })).toBe(true)
    expect(sockets.world.media.sending.has(callId)).toBe(false)
    expect(await send(broadcaster.page, callId)).toBe(false)
    const stranger = await sockets.page(await sockets.world.caller())
    expect(await send(stranger, callId)).toBe(false)
  })

  it('is refused when it is malformed, comes too often, or after the end', async () => {
    const { callId, caller, broadcaster } = await inCall()
    await join(caller.page, callId, caller.tokens.room)
    for (const reported of [null, {}, { ...sending, picture: true }, { microphone: 'no', camera: true }])
      expect(await send(caller.page, callId, reported)).toBe(false)
    const answers: boolean[] = []
    for (let count = 0; count < 32; count += 1) answers.push(await send(caller.page, callId))
    expect(answers.filter((ok) => ok)).toHaveLength(30)
    await join(broadcaster.page, callId, broadcaster.tokens.room)
    await caller.request('endCall', { callId })
    expect(await send(broadcaster.page, callId)).toBe(false)
  })
})

describe('the room of a call', () => {
  it('is open to each side with its own token, and joining twice changes nothing', async () => {
    const { callId, caller, broadcaster } = await inCall()
    expect(await join(caller.page, callId, caller.tokens.room)).toBe(true)
    expect(await join(broadcaster.page, callId, broadcaster.tokens.room)).toBe(true)
    expect(await join(broadcaster.page, callId, broadcaster.tokens.room)).toBe(true)
    expect(membersIn(callId).sort()).toEqual([caller.id, broadcaster.id].sort())
  })

  it.each([
    ["the other side's token", ({ broadcaster }) => broadcaster.tokens.room],
    ['the token of the media endpoints', ({ caller }) => caller.tokens.media],
    ['a token that ran out', ({ callId, caller }) => signed({ callId, memberId: caller.id }, 24 * 3_600_000)],
    ['a token of another call', ({ caller }) => signed({ callId: newCallId(), memberId: caller.id })],
    ['no token', () => ''],
    ['a token without its signature', ({ caller }) => caller.tokens.room.split('.')[0] ?? ''],
    ['a token with more to it', ({ caller }) => `${caller.tokens.room}.${caller.tokens.room}`],
    [
      'a token that somebody else signed',
      ({ callId, caller }) =>
        signToken(
          randomBytes(32),
          { purpose: 'room', role: 'caller', callId, memberId: caller.id, sessionId: null },
          Date.now(),
        ),
    ],
    [
      'other claims under a good signature',
      ({ callId, caller }) =>
        `${signed({ callId: newCallId(), memberId: caller.id }).split('.')[0]}.${signed({ callId, memberId: caller.id }).split('.')[1]}`,
    ],
    [
      'a token with one bit changed',
      ({ caller }) => {
        const [claims = '', mac = ''] = caller.tokens.room.split('.')
        const bytes = Buffer.from(mac, 'base64url')
        bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
        return `${claims}.${bytes.toString('base64url')}`
      },
    ],
  ] satisfies [string, (call: Awaited<ReturnType<typeof inCall>>) => string][])(
    'refuses %s',
    async (_name, token) => {
      const call = await inCall()
      expect(await join(call.caller.page, call.callId, token(call))).toBe(false)
      expect(membersIn(call.callId)).toEqual([])
    },
  )

  it('refuses a stolen token, on any account', async () => {
    const { callId, caller } = await inCall()
    const thief = await sockets.page(await sockets.world.caller())
    expect(await join(thief, callId, caller.tokens.room)).toBe(false)
    expect(membersIn(callId)).toEqual([])
  })

  it('refuses a member with a valid token of a call of other members, or of no call', async () => {
    const { callId } = await inCall()
    const stranger = await sockets.world.caller()
    const page = await sockets.page(stranger)
    expect(await join(page, callId, signed({ callId, memberId: stranger.id }))).toBe(false)
    const nowhere = newCallId()
    expect(await join(page, nowhere, signed({ callId: nowhere, memberId: stranger.id }))).toBe(false)
    expect([...membersIn(callId), ...membersIn(nowhere)]).toEqual([])
  })

  it('is emptied when the call ends, and closed from then on', async () => {
    const { callId, caller, broadcaster } = await inCall()
    await join(caller.page, callId, caller.tokens.room)
    await join(broadcaster.page, callId, broadcaster.tokens.room)
    const ended = nextCall(caller.page, ({ phase }) => phase === 'ended')
    await broadcaster.request('endCall', { callId })
    await ended
    await expect.poll(() => membersIn(callId)).toEqual([])
    expect(await join(caller.page, callId, caller.tokens.room)).toBe(false)
    expect(membersIn(callId)).toEqual([])
    expect(caller.page.connected && broadcaster.page.connected).toBe(true)
  })

  it('sends each side its own view of a change once, and nothing of the other side', async () => {
    const { callId, caller, broadcaster } = await inCall()
    await join(caller.page, callId, caller.tokens.room)
    await join(broadcaster.page, callId, broadcaster.tokens.room)
    await Promise.all([roundTrip(caller.page), roundTrip(broadcaster.page)])
    const [ofCaller, ofBroadcaster] = [everything(caller.page), everything(broadcaster.page)]
    const ended = [caller.page, broadcaster.page].map((page) =>
      nextCall(page, ({ phase }) => phase === 'ended'),
    )
    await caller.request('endCall', { callId })
    await Promise.all(ended)
    await Promise.all([roundTrip(caller.page), roundTrip(broadcaster.page)])
    const calls = (received: typeof ofCaller) =>
      received
        .filter(({ name }) => name === 'call:changed')
        .map(({ payload }) => payload as { phase: string })
        // A change from before the pages joined may come late.
        .filter(({ phase }) => phase === 'ended')
    expect(calls(ofCaller)).toEqual([expect.objectContaining({ callId, role: 'caller', charged: 0 })])
    expect(calls(ofBroadcaster)).toEqual([
      expect.objectContaining({ callId, role: 'broadcaster', charged: null }),
    ])
    expect(JSON.stringify(ofBroadcaster)).not.toContain(caller.tokens.room)
  })
})
