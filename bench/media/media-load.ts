/** The load of `media`, in a process of its own: publishers, their watchers, and what arrived at them. */
import { setTimeout as pass } from 'node:timers/promises'
import { type MediaEndpoint, openOwnEndpoint } from './media-endpoint.ts'
import { openJanusEndpoint } from './media-janus-endpoint.ts'
import { openLiveKitEndpoint } from './media-livekit-endpoint.ts'
import { openMediaMtxEndpoint } from './media-mediamtx.ts'
import { type Counts, Publisher, Subscriber } from './media-people.ts'

export type ServerName = 'own' | 'janus' | 'livekit' | 'mediamtx'

interface JoinOrder {
  type: 'join'
  server: ServerName
  url: string
  /** LiveKit's, which signs its tokens. */
  secret?: string
  /** One unless given; each with a publisher. */
  rooms?: number
  /** Of each room. */
  subscribers: number
  /** See Subscriber. */
  lossShare?: number
}

export type LoadOrder =
  | JoinOrder
  /** So many more enter the first room, in groups that begin at once, one by one unless given. */
  | { type: 'enter'; count: number; atOnce?: number }
  | { type: 'measure'; durationMs: number }
  | { type: 'leave' }

/** How long a newcomer waited for each step, from the first line of code. */
export interface Entrance {
  answerMs: number
  /** The client's checks are answered. */
  iceMs: number
  /** The server's checks are answered, too, and DTLS is agreed. */
  openMs: number
  /** The first packet of a picture. */
  pictureMs: number
}

/** Joining goes in so many at once. */
const joinersMax = 10
const enterEveryMs = 400

interface OpenRoom {
  endpoint: MediaEndpoint
  publisher: Publisher
}

let rooms: OpenRoom[] = []
let subscribers: Subscriber[] = []
/** Every run has rooms of its own. */
let roomsMade = 0

const openEndpoint = async ({ server, url, secret = '' }: JoinOrder): Promise<MediaEndpoint> => {
  roomsMade += 1
  const room = `room${roomsMade}`
  if (server === 'own') return openOwnEndpoint(url, room)
  if (server === 'mediamtx') return openMediaMtxEndpoint(url, room)
  return server === 'janus' ? openJanusEndpoint(url, roomsMade) : openLiveKitEndpoint(url, room, secret)
}

const inGroups = async <Each>(all: readonly Each[], act: (each: Each) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < all.length; at += joinersMax)
    await Promise.all(all.slice(at, at + joinersMax).map(act))
}

const join = async (order: JoinOrder): Promise<null> => {
  const { rooms: count = 1, subscribers: perRoom, lossShare } = order
  await inGroups(Array.from({ length: count }), async () => {
    const endpoint = await openEndpoint(order)
    const publisher = new Publisher()
    rooms.push({ endpoint, publisher })
    publisher.client.accept(await endpoint.publish(await publisher.offer()))
    await publisher.client.open
  })
  const seats = rooms.flatMap(({ endpoint }) =>
    Array.from({ length: perRoom }, () => ({ endpoint, subscriber: new Subscriber(lossShare) })),
  )
  subscribers = seats.map(({ subscriber }) => subscriber)
  await inGroups(seats, ({ endpoint, subscriber }) => subscribe(subscriber, endpoint))
  return null
}

const subscribe = async (
  { client }: Subscriber,
  endpoint: MediaEndpoint,
  answered: () => void = () => undefined,
): Promise<void> => {
  await endpoint.subscribe({
    offer: () => client.offer('recvonly'),
    accept: (answer) => {
      answered()
      client.accept(answer)
    },
    answer: (offer) => client.answer(offer),
  })
  await client.open
}

const enterOnce = async ({ endpoint }: OpenRoom): Promise<Entrance> => {
  const startedAt = performance.now()
  const sinceMs = () => performance.now() - startedAt
  const newcomer = new Subscriber()
  subscribers.push(newcomer)
  const entrance: Entrance = { answerMs: 0, iceMs: 0, openMs: 0, pictureMs: 0 }
  void newcomer.client.isConnected.then(() => {
    entrance.iceMs = sinceMs()
  })
  await subscribe(newcomer, endpoint, () => {
    entrance.answerMs = sinceMs()
  })
  entrance.openMs = sinceMs()
  await newcomer.firstPicture
  return { ...entrance, pictureMs: sinceMs() }
}

const enter = async (count: number, atOnce = 1): Promise<Entrance[]> => {
  const entrances: Entrance[] = []
  const [room] = rooms
  while (room && entrances.length < count) {
    entrances.push(...(await Promise.all(Array.from({ length: atOnce }, () => enterOnce(room)))))
    // At any instant between two keyframes.
    await pass(enterEveryMs * (0.5 + Math.random()))
  }
  return entrances
}

const total = (): Counts => {
  const sum: Counts = { packets: 0, expected: 0, retransmitted: 0, nacks: 0, senderReports: 0 }
  for (const { counts } of subscribers) {
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name]
  }
  return sum
}

const measure = async (durationMs: number): Promise<Counts> => {
  const before = total()
  await pass(durationMs)
  const after = total()
  for (const name of Object.keys(after) as (keyof Counts)[]) after[name] -= before[name]
  return after
}

const leave = async (): Promise<null> => {
  for (const { publisher } of rooms) publisher.close()
  for (const subscriber of subscribers) subscriber.close()
  await Promise.all(rooms.map(({ endpoint }) => endpoint.close()))
  rooms = []
  subscribers = []
  return null
}

const obey = (order: LoadOrder): Promise<Counts | Entrance[] | null> => {
  if (order.type === 'enter') return enter(order.count, order.atOnce)
  if (order.type === 'join') return join(order)
  return order.type === 'measure' ? measure(order.durationMs) : leave()
}

process.on('message', (order: LoadOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer ?? {}),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
