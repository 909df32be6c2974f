import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#server/calls/media/tokens.ts'
import { callRoom } from '#server/realtime/rooms.ts'
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
  const answer = await person.ask('joinCall', { callId })
  if (answer.type === 'error') throw new Error(answer.code)
  return { room: answer.rtm_channel_token, media: answer.rtc_channel_token }
}

/** Two people in a call, each with a page. */
const inCall = async () => {
  const [him, her] = [await sockets.world.caller(), await sockets.world.broadcaster()]
  const callId = await connectedCall(him, her)
  return {
    callId,
    him: { ...him, page: await sockets.page(him), tokens: await tokensOf(him, callId) },
    her: { ...her, page: await sockets.page(her), tokens: await tokensOf(her, callId) },
  }
}

const join = (page: Client, callId: string, token: string) => page.emitWithAck('call:join', { callId, token })
const membersIn = (callId: string) =>
  [...(sockets.io.sockets.adapter.rooms.get(callRoom(callId)) ?? [])].map(
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

describe('the room of a call', () => {
  it('is open to each side with its own token, and joining twice changes nothing', async () => {
    const { callId, him, her } = await inCall()
    expect(await join(him.page, callId, him.tokens.room)).toBe(true)
    expect(await join(her.page, callId, her.tokens.room)).toBe(true)
    expect(await join(her.page, callId, her.tokens.room)).toBe(true)
    expect(membersIn(callId).sort()).toEqual([him.id, her.id].sort())
  })

  it.each([
    ["the other side's token", ({ her }) => her.tokens.room],
    ['the token of the media doors', ({ him }) => him.tokens.media],
    ['a token that ran out', ({ callId, him }) => signed({ callId, memberId: him.id }, 24 * 3_600_000)],
    ['a token of another call', ({ him }) => signed({ callId: newCallId(), memberId: him.id })],
    ['no token', () => ''],
    ['a token without its signature', ({ him }) => him.tokens.room.split('.')[0] ?? ''],
    ['a token with more to it', ({ him }) => `${him.tokens.room}.${him.tokens.room}`],
    [
      'a token that somebody else signed',
      ({ callId, him }) =>
        signToken(
          randomBytes(32),
          { purpose: 'room', role: 'caller', callId, memberId: him.id, sessionId: null },
          Date.now(),
        ),
    ],
    [
      'other claims under a good signature',
      ({ callId, him }) =>
        `${signed({ callId: newCallId(), memberId: him.id }).split('.')[0]}.${signed({ callId, memberId: him.id }).split('.')[1]}`,
    ],
    [
      'a token with one bit changed',
      ({ him }) => {
        const [claims = '', mac = ''] = him.tokens.room.split('.')
        const bytes = Buffer.from(mac, 'base64url')
        bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
        return `${claims}.${bytes.toString('base64url')}`
      },
    ],
  ] satisfies [string, (call: Awaited<ReturnType<typeof inCall>>) => string][])(
    'stays shut to %s',
    async (_name, token) => {
      const call = await inCall()
      expect(await join(call.him.page, call.callId, token(call))).toBe(false)
      expect(membersIn(call.callId)).toEqual([])
    },
  )

  it('stays shut to a token that was stolen, on whatever account', async () => {
    const { callId, him } = await inCall()
    const thief = await sockets.page(await sockets.world.caller())
    expect(await join(thief, callId, him.tokens.room)).toBe(false)
    expect(membersIn(callId)).toEqual([])
  })

  it('stays shut to a member with a good token of a call that is not his, or not there', async () => {
    const { callId } = await inCall()
    const stranger = await sockets.world.caller()
    const page = await sockets.page(stranger)
    expect(await join(page, callId, signed({ callId, memberId: stranger.id }))).toBe(false)
    const nowhere = newCallId()
    expect(await join(page, nowhere, signed({ callId: nowhere, memberId: stranger.id }))).toBe(false)
    expect([...membersIn(callId), ...membersIn(nowhere)]).toEqual([])
  })

  it('is emptied when the call ends, and shut from then on', async () => {
    const { callId, him, her } = await inCall()
    await join(him.page, callId, him.tokens.room)
    await join(her.page, callId, her.tokens.room)
    const ended = nextCall(him.page, ({ phase }) => phase === 'ended')
    await her.ask('endCall', { callId })
    await ended
    await expect.poll(() => membersIn(callId)).toEqual([])
    expect(await join(him.page, callId, him.tokens.room)).toBe(false)
    expect(membersIn(callId)).toEqual([])
    expect(him.page.connected && her.page.connected).toBe(true)
  })

  it('gives who is in it nothing of the other side: each hears of a change once, as its own side sees it', async () => {
    const { callId, him, her } = await inCall()
    await join(him.page, callId, him.tokens.room)
    await join(her.page, callId, her.tokens.room)
    await Promise.all([roundTrip(him.page), roundTrip(her.page)])
    const [his, hers] = [everything(him.page), everything(her.page)]
    const ended = [him.page, her.page].map((page) => nextCall(page, ({ phase }) => phase === 'ended'))
    await him.ask('endCall', { callId })
    await Promise.all(ended)
    await Promise.all([roundTrip(him.page), roundTrip(her.page)])
    const calls = (heard: typeof his) =>
      heard.filter(({ name }) => name === 'call:changed').map(({ news }) => news)
    expect(calls(his)).toEqual([expect.objectContaining({ callId, role: 'caller', charged: 0 })])
    expect(calls(hers)).toEqual([expect.objectContaining({ callId, role: 'broadcaster', charged: null })])
    expect(JSON.stringify(hers)).not.toContain(him.tokens.room)
  })
})
