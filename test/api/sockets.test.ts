import { type EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CallSnapshot, IncomingCallInfo } from '../../contract/calls.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import { revokeSession } from '../../server/account/actions/revoke-session.ts'
import { fanOut } from '../../server/realtime/fan-out.ts'
import { openSockets, type Sockets } from '../../server/realtime/sockets.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '../helpers/test-world.ts'

type Client = Socket<ServerEvents, ClientEvents>

let world: TestWorld
let http: Server
let server: Sockets
let stopFanOut: () => void
let url: string
const clients: Client[] = []

beforeAll(async () => {
  world = await createTestWorld({ hasSockets: true })
  http = createServer()
  server = openSockets(world.context, http)
  stopFanOut = fanOut(world.context, server)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})
afterAll(async () => {
  stopFanOut()
  await server.close()
  await world.close()
})

const connect = (headers: Record<string, string>): Client => {
  const client: Client = io(url, {
    path: '/api/socket',
    transports: ['websocket'],
    extraHeaders: headers,
    reconnection: false,
  })
  clients.push(client)
  return client
}

/** The client's own connection events, which its types keep apart from the server's. */
const heard = (client: Client, event: 'connect' | 'connect_error' | 'disconnect' | 'session:over') =>
  once(client as unknown as EventEmitter, event)

const page = async (person: Person): Promise<Client> => {
  const client = connect({ cookie: person.cookie })
  await heard(client, 'connect')
  return client
}

const next = <
  Name extends
    | 'call:incoming'
    | 'call:incoming-over'
    | 'call:changed'
    | 'call:taken'
    | 'presence:changed'
    | 'point:changed',
>(
  client: Client,
  name: Name,
) =>
  new Promise<Parameters<ServerEvents[Name]>[0]>((resolve) => {
    const take = ((news: Parameters<ServerEvents[Name]>[0]) => {
      client.off(name, take as never)
      resolve(news)
    }) as ServerEvents[Name]
    client.on(name, take as never)
  })

/** Listens without a gap: two changes may come in one breath. */
const nextCall = (client: Client, fits: (call: CallSnapshot) => boolean): Promise<CallSnapshot> =>
  new Promise((resolve) => {
    const take = (call: CallSnapshot) => {
      if (!fits(call)) return
      client.off('call:changed', take)
      resolve(call)
    }
    client.on('call:changed', take)
  })

describe('a socket', () => {
  it.each([
    ['without a cookie', {}],
    ['with a made-up cookie', { cookie: `next-auth.session-token=${'a'.repeat(43)}` }],
  ])('is refused %s', async (_name, headers: Record<string, string>) => {
    const [error] = await heard(connect(headers), 'connect_error')
    expect(error.message).toBe('notLoggedIn')
  })

  it("is refused to another site's page", async () => {
    const him = await world.caller()
    await heard(connect({ cookie: him.cookie, origin: 'https://elsewhere.example' }), 'connect_error')
  })

  it('ends with its session', async () => {
    const him = await world.caller()
    const client = await page(him)
    const over = Promise.all([heard(client, 'session:over'), heard(client, 'disconnect')])
    await revokeSession(world.context, him.viewer.sessionKey)
    await over
    const [error] = await heard(connect({ cookie: him.cookie }), 'connect_error')
    expect(error.message).toBe('notLoggedIn')
  })

  it('that floods is closed', async () => {
    const client = await page(await world.caller())
    const closed = heard(client, 'disconnect')
    for (let message = 0; message < 200; message += 1) client.emit('presence:beat')
    await closed
  })

  it('joins the room of its own call only', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const callId = newCallId()
    const answer = await him.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'video' })
    if (answer.type !== 'success') throw new Error(answer.code)
    const [his, hers] = [await page(him), await page(her)]
    expect(await his.emitWithAck('call:join', { callId, token: answer.rtm_channel_token })).toBe(true)
    expect(await his.emitWithAck('call:join', { callId, token: answer.rtc_channel_token })).toBe(false)
    expect(await his.emitWithAck('call:join', { callId: newCallId(), token: answer.rtm_channel_token })).toBe(
      false,
    )
    expect(await hers.emitWithAck('call:join', { callId, token: answer.rtm_channel_token })).toBe(false)
    await him.ask('cancelCall', { callId })
  })
})

describe('a call on two devices', () => {
  it('is let go by the others when one joins it, and nobody else hears of it', async () => {
    const him = await world.caller()
    const her = await world.broadcaster()
    const callId = newCallId()
    const answer = await him.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'video' })
    if (answer.type !== 'success') throw new Error(answer.code)
    const [his, hers] = [await page(him), await page(her)]
    let herNews = 0
    hers.on('call:taken', () => {
      herNews += 1
    })
    const pageId = newCallId()
    const taken = next(his, 'call:taken')
    await him.ask('joinCall', { callId, pageId })
    expect(await taken).toEqual({ callId, pageId })
    const over = nextCall(hers, ({ phase }) => phase === 'ended')
    await him.ask('cancelCall', { callId })
    await over
    expect(herNews).toBe(0)
  })
})

describe('who is here', () => {
  it('is who has a page open, whatever its beats, until the last page closes', async () => {
    const her = await world.broadcaster({ standby: false })
    const first = await page(her)
    const second = await page(her)
    expect(world.context.presence.isHere(her.id)).toBe(true)
    first.disconnect()
    second.emit('presence:beat')
    await expect.poll(() => server.sockets.sockets.size).toBe(1)
    expect(world.context.presence.isHere(her.id)).toBe(true)
    second.disconnect()
    await expect.poll(() => world.context.presence.isHere(her.id)).toBe(false)
  })
})

describe('what open pages are told', () => {
  it('is the ring at once, each side its own view, the end, and that the ring is over', async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster()
    const [his, hers, stranger] = [await page(him), await page(her), await page(await world.caller())]
    const heard: unknown[] = []
    stranger.on('call:incoming', (info) => heard.push(info))
    stranger.on('call:changed', (call) => heard.push(call))

    const callId = newCallId()
    const rings = next(hers, 'call:incoming')
    await him.ask('sendCallRequest', { callId, partnerId: her.id, callType: 'video' })
    const info: IncomingCallInfo = await rings
    expect(info).toMatchObject({ sender_id: him.id, channel_id: callId, call_type: 'video' })

    const over = next(hers, 'call:incoming-over')
    const connecting = nextCall(his, (call) => call.phase === 'connecting')
    await her.ask('acceptCall', { callId })
    expect(await over).toEqual({ channel_id: callId })
    expect(await connecting).toMatchObject({ callId, role: 'caller', dialled: true, partner: { id: her.id } })

    const ends = Promise.all([his, hers].map((client) => nextCall(client, (call) => call.phase === 'ended')))
    await her.ask('endCall', { callId })
    const [hisEnd, herEnd] = await ends
    expect(hisEnd).toMatchObject({ role: 'caller', endReason: 'byBroadcaster', charged: 0 })
    expect(herEnd).toMatchObject({ role: 'broadcaster', endReason: 'byBroadcaster', charged: null })
    expect(heard).toEqual([])
  })

  it("is a broadcaster's state, to everybody, and the own balance, to oneself", async () => {
    const him = await world.caller(1_000)
    const her = await world.broadcaster({ standby: false })
    const watching = await page(await world.caller())
    const state = next(watching, 'presence:changed')
    await page(her)
    await her.ask('updateCallWaiting', { waiting: true })
    expect(await state).toMatchObject({ userId: her.id })
    const his = await page(him)
    const balance = next(his, 'point:changed')
    await him.ask('sendCallRequest', { callId: newCallId(), partnerId: her.id, callType: 'video' })
    expect(await balance).toEqual({ point: 1_000 })
  })
})
