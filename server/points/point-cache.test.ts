import { expect, it } from 'vitest'
import type { Event } from '#server/realtime/events.ts'
import { createPointCache, type ReadPoint } from './point-cache.ts'

type Listener = (event: Event) => void

const notifyAll = (listeners: readonly Listener[], event: Event): void => {
  for (const listener of listeners) listener(event)
}

/** A ledger of one number, and events that tests publish and deliver by hand. */
const createStory = () => {
  const published: Listener[] = []
  const delivered: Listener[] = []
  const story = {
    nowMs: 1_000_000,
    ledger: { value: 100, steadyMs: Number.POSITIVE_INFINITY },
    reads: 0,
    publish: (event: Event) => notifyAll(published, event),
    deliver: (event: Event) => notifyAll(delivered, event),
    read: () => cache.of('1', read),
  }
  const read = async (): Promise<ReadPoint> => {
    story.reads += 1
    return { ...story.ledger }
  }
  const cache = createPointCache({
    events: {
      onPublish: (listener) => {
        published.push(listener)
        return () => undefined
      },
      subscribe: (listener) => {
        delivered.push(listener)
        return () => undefined
      },
    },
    now: () => story.nowMs,
  })
  return { story, cache }
}

const changed: Event = { type: 'point:changed', memberId: '1' }

it('reads once while nothing changes, and again after two minutes at the latest', async () => {
  const { story } = createStory()
  expect([await story.read(), await story.read()]).toEqual([100, 100])
  story.nowMs += 60_000 - 1
  await story.read()
  expect(story.reads).toBe(1)
  story.nowMs += 60_001
  await story.read()
  expect(story.reads).toBe(2)
})

it.each<[string, Event]>([
  ['its points', changed],
  ['a call of the member', { type: 'call:changed', callId: 'c', memberIds: ['2', '1'] }],
])('reads again when another process reports a change of %s', async (_what, event) => {
  const { story } = createStory()
  await story.read()
  story.ledger.value = 40
  story.deliver(event)
  expect([await story.read(), await story.read()]).toEqual([40, 40])
  expect(story.reads).toBe(2)
})

it('ignores events about other members', async () => {
  const { story } = createStory()
  await story.read()
  story.deliver({ type: 'point:changed', memberId: '2' })
  story.deliver({ type: 'presence:changed', memberId: '1' })
  await story.read()
  expect(story.reads).toBe(1)
})

it('stores nothing between the publishing of a change here and its event', async () => {
  const { story } = createStory()
  await story.read()
  story.publish(changed)
  expect(await story.read()).toBe(100)
  story.ledger.value = 40
  expect(await story.read()).toBe(40)
})

it('stores again when a published change was rolled back', async () => {
  const { story } = createStory()
  story.publish(changed)
  await story.read()
  story.nowMs += 5_000
  await story.read()
  await story.read()
  expect(story.reads).toBe(2)
})

it("doesn't store what it read while an event arrived", async () => {
  const { story, cache } = createStory()
  const slow = Promise.withResolvers<ReadPoint>()
  const reading = cache.of('1', () => slow.promise)
  story.ledger.value = 40
  story.deliver(changed)
  slow.resolve({ value: 100, steadyMs: Number.POSITIVE_INFINITY })
  expect(await reading).toBe(100)
  expect(await story.read()).toBe(40)
})

it('clears everything after a gap, and what was being read in it', async () => {
  const { story, cache } = createStory()
  await story.read()
  const slow = Promise.withResolvers<ReadPoint>()
  const reading = cache.of('2', () => slow.promise)
  cache.clear()
  slow.resolve({ value: 7, steadyMs: Number.POSITIVE_INFINITY })
  await reading
  story.ledger.value = 40
  expect([await story.read(), await cache.of('2', async () => ({ value: 8, steadyMs: 0 }))]).toEqual([40, 8])
})

it('stores no longer than until points expire, and never a balance that moves by itself', async () => {
  const { story } = createStory()
  story.ledger.steadyMs = 1_000
  await story.read()
  story.nowMs += 1_000
  story.ledger = { value: 60, steadyMs: 0 }
  expect([await story.read(), await story.read()]).toEqual([60, 60])
  expect(story.reads).toBe(3)
})
