/** The load of `media`, in a process of its own: one publisher, its watchers, and what arrived at them. */
import { setTimeout as pass } from 'node:timers/promises'
import { type MediaEndpoint, openOwnDoor } from './media-endpoint.ts'
import { openJanusDoor } from './media-janus-endpoint.ts'
import { type Counts, Publisher, Subscriber } from './media-people.ts'

export type LoadOrder =
  | { type: 'join'; server: 'own' | 'janus'; url: string; subscribers: number }
  | { type: 'measure'; durationMs: number }
  | { type: 'leave' }

/** Joining goes in so many at once. */
const joinersMax = 10

let endpoint: MediaEndpoint | null = null
let publisher: Publisher | null = null
let subscribers: Subscriber[] = []

const join = async ({ server, url, subscribers: count }: LoadOrder & { type: 'join' }): Promise<null> => {
  const opened = server === 'own' ? openOwnDoor(url) : await openJanusDoor(url)
  endpoint = opened
  publisher = new Publisher()
  publisher.client.accept(await opened.publish(await publisher.offer()))
  await publisher.client.open
  subscribers = Array.from({ length: count }, () => new Subscriber())
  for (let at = 0; at < count; at += joinersMax) {
    await Promise.all(
      subscribers.slice(at, at + joinersMax).map(async ({ client }) => {
        await opened.subscribe({
          offer: () => client.offer('recvonly'),
          accept: (answer) => client.accept(answer),
          answer: (offer) => client.answer(offer),
        })
        await client.open
      }),
    )
  }
  return null
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

const obey = (order: LoadOrder): Promise<Counts | null> => {
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
