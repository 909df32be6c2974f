/** The load of `media`, in a process of its own: one publisher, its watchers, and what arrived at them. */
import { setTimeout as pass } from 'node:timers/promises'
import { type MediaEndpoint, openOwnEndpoint } from './media-endpoint.ts'
import { openJanusEndpoint } from './media-janus-endpoint.ts'
import { openLiveKitEndpoint } from './media-livekit-endpoint.ts'
import { type Counts, Publisher, Subscriber } from './media-people.ts'

export type LoadOrder =
  | {
      type: 'join'
      server: 'own' | 'janus' | 'livekit'
      url: string
      /** LiveKit's, which signs its tokens. */
      secret?: string
      subscribers: number
      /** See Subscriber. */
      lossShare?: number
    }
  /** So many more join one after the other; how long each waited for its first packet of a picture. */
  | { type: 'enter'; count: number }
  | { type: 'measure'; durationMs: number }
  | { type: 'leave' }

/** Joining goes in so many at once. */
const joinersMax = 10
const enterEveryMs = 400

let endpoint: MediaEndpoint | null = null
let publisher: Publisher | null = null
let subscribers: Subscriber[] = []

const openEndpoint = async ({ server, url, secret = '' }: LoadOrder & { type: 'join' }) => {
  if (server === 'own') return openOwnEndpoint(url)
  return server === 'janus' ? openJanusEndpoint(url) : openLiveKitEndpoint(url, secret)
}

const join = async (order: LoadOrder & { type: 'join' }): Promise<null> => {
  const { subscribers: count, lossShare } = order
  const opened = await openEndpoint(order)
  endpoint = opened
  publisher = new Publisher()
  publisher.client.accept(await opened.publish(await publisher.offer()))
  await publisher.client.open
  subscribers = Array.from({ length: count }, () => new Subscriber(lossShare))
  for (let at = 0; at < count; at += joinersMax) {
    await Promise.all(
      subscribers.slice(at, at + joinersMax).map((subscriber) => subscribe(subscriber, opened)),
    )
  }
  return null
}

const subscribe = async ({ client }: Subscriber, opened: MediaEndpoint): Promise<void> => {
  await opened.subscribe({
    offer: () => client.offer('recvonly'),
    accept: (answer) => client.accept(answer),
    answer: (offer) => client.answer(offer),
  })
  await client.open
}

const enter = async (count: number): Promise<number[]> => {
  const waits: number[] = []
  for (let each = 0; each < count && endpoint; each++) {
    const startedAt = performance.now()
    const newcomer = new Subscriber()
    subscribers.push(newcomer)
    await subscribe(newcomer, endpoint)
    await newcomer.firstPicture
    waits.push(performance.now() - startedAt)
    // At any instant between two key frames.
    await pass(enterEveryMs * (0.5 + Math.random()))
  }
  return waits
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
  publisher?.close()
  for (const subscriber of subscribers) subscriber.close()
  await endpoint?.close()
  return null
}

const obey = (order: LoadOrder): Promise<Counts | number[] | null> => {
  if (order.type === 'enter') return enter(order.count)
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
