import { type EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { PresenceChanged } from '#contract/people/people.ts'
import type { ClientEvents, ServerEvents } from '#contract/realtime/realtime.ts'
import { createPresence } from '#server/people/presence.ts'
import type { Connection, Sockets } from '#server/realtime/socket-rooms.ts'
import { fanOut } from '#server/sockets/fan-out.ts'
import { openSockets } from '#server/sockets/sockets.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

export type Client = Socket<ServerEvents, ClientEvents>
type EventName = Exclude<keyof ServerEvents, 'session:over'>
type Headers = Record<string, string>

/** A page that speaks the wire protocol itself: engine.io 4 over one WebSocket, with socket.io 5 in it. */
export interface RawPage {
  /** One engine packet: `40` opens the socket, `42[…]` is an event, `3` answers a ping. */
  send(packet: string | Uint8Array<ArrayBuffer>): void
  /** Every packet received so far. */
  received: string[]
  next(fits: (packet: string) => boolean): Promise<string>
  close(): void
  closed: Promise<void>
}

export interface SocketsWorld {
  world: TestWorld
  io: Sockets
  url: string
  /** Added to the clock of the sockets. */
  skewMs: number
  connect(headers: Headers, transports?: ('websocket' | 'polling')[]): Client
  /** An open page of this person. */
  page(person: Person, transports?: ('websocket' | 'polling')[]): Promise<Client>
  raw(person: Person): Promise<RawPage>
  /** Closes every connection from the server's side. */
  drop(): Promise<void>
  /** After each test. */
  closePages(): Promise<void>
  close(): Promise<void>
}

export const openSocketsWorld = async (): Promise<SocketsWorld> => {
  const world = await createTestWorld({ hasSockets: true })
  const http = createServer()
  const clients = new Set<Client>()
  const raws = new Set<WebSocket>()
  const connections = new Set<Connection>()
  world.context.now = () => Date.now() + sockets.skewMs
  world.context.presence = createPresence(world.context)
  const server = openSockets(world.context, http)
  server.engine.on('connection', (connection: Connection) => connections.add(connection))
  const stopFanOut = fanOut(world.context, server)
  const sockets: SocketsWorld = {
    world,
    io: server,
    url: await listen(http),
    skewMs: 0,
    connect: (headers, transports = ['websocket']) => {
      const client: Client = io(sockets.url, {
        path: '/api/socket',
        transports,
        extraHeaders: headers,
        reconnection: false,
        forceNew: true,
      })
      clients.add(client)
      return client
    },
    page: async (person, transports) => {
      const client = sockets.connect({ cookie: person.cookie }, transports)
      await happened(client, 'connect')
      return client
    },
    raw: async (person) => {
      const socket = new WebSocket(
        `${sockets.url.replace('http', 'ws')}/api/socket/?EIO=4&transport=websocket`,
        {
          headers: { cookie: person.cookie },
        } as never,
      )
      raws.add(socket)
      const page = rawPage(socket)
      await page.next((packet) => packet.startsWith('0'))
      return page
    },
    drop: async () => {
      for (const connection of connections) connection.close(true)
      connections.clear()
      await expect.poll(() => server.engine.clientsCount).toBe(0)
    },
    closePages: async () => {
      for (const client of clients) client.disconnect()
      for (const socket of raws) socket.close()
      clients.clear()
      raws.clear()
      await sockets.drop()
    },
    close: async () => {
      stopFanOut()
      await server.close()
      await world.close()
    },
  }
  return sockets
}

const listen = async (http: Server): Promise<string> => {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const rawPage = (socket: WebSocket): RawPage => {
  const received: string[] = []
  const waiting = new Set<(packet: string) => void>()
  socket.addEventListener('message', ({ data }) => {
    received.push(String(data))
    for (const receive of [...waiting]) receive(String(data))
  })
  return {
    send: (packet) => socket.send(packet),
    received,
    next: (fits) =>
      new Promise((resolve) => {
        const receive = (packet: string) => {
          if (!fits(packet)) return
          waiting.delete(receive)
          resolve(packet)
        }
        waiting.add(receive)
        const earlier = received.find(fits)
        if (earlier !== undefined) receive(earlier)
      }),
    close: () => socket.close(),
    closed: new Promise((resolve) => socket.addEventListener('close', () => resolve())),
  }
}

/** The client's own connection events, which its types keep apart from the server's. */
export const happened = (
  client: Client,
  event: 'connect' | 'connect_error' | 'disconnect' | 'session:over',
): Promise<unknown[]> => once(client as unknown as EventEmitter, event)

/** The next event of this name; listening begins at once. */
export const next = <Name extends EventName>(
  client: Client,
  name: Name,
): Promise<Parameters<ServerEvents[Name]>[0]> =>
  new Promise((resolve) => {
    client.once(name, ((payload: Parameters<ServerEvents[Name]>[0]) => resolve(payload)) as never)
  })

/** Listens without a gap, because two changes may come directly one after the other. */
export const nextCall = (client: Client, fits: (call: CallSnapshot) => boolean): Promise<CallSnapshot> =>
  new Promise((resolve) => {
    const receive = (call: CallSnapshot) => {
      if (!fits(call)) return
      client.off('call:changed', receive)
      resolve(call)
    }
    client.on('call:changed', receive)
  })

/** Resolves when a page is sent this state of anybody. */
export const nextState = (client: Client, state: PresenceChanged['state']): Promise<PresenceChanged> =>
  new Promise((resolve) => {
    const receive = (change: PresenceChanged) => {
      if (change.state !== state) return
      client.off('presence:changed', receive)
      resolve(change)
    }
    client.on('presence:changed', receive)
  })

/** Everything a page receives from now on, by name. */
export const everything = (client: Client): { name: string; payload: unknown }[] => {
  const received: { name: string; payload: unknown }[] = []
  client.onAny((name: string, payload: unknown) => received.push({ name, payload }))
  return received
}

/** Resolves when everything that was sent to this page before has arrived: an answer overtakes nothing. */
export const roundTrip = async (client: Client): Promise<void> => {
  await client.emitWithAck('call:join', { callId: 'none', token: 'none' })
}
