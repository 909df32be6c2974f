import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FarBroadcaster } from '#adapters/media/embedded/rooms/far-broadcaster.ts'
import { Waiting } from '#adapters/media/embedded/rooms/waiting.ts'
import { Feed } from '#adapters/media/embedded/tracks/feed.ts'
import type { FeedLink, FeedListener } from '#adapters/media/embedded/transport/feed-socket.ts'
import { ahead, frameMs, LayeredPublisher, LayeredReceiver } from '../support/layered.ts'

const key = 'ab'.repeat(16)
const ports = { near: 1, far: 2 }

/** The two ends of a feed in one process. `drops` says which datagrams to the far end get lost. */
const newLinks = () => {
  const listeners = new Map<number, FeedListener>()
  const wire = { drops: (_count: number) => false, sent: 0 }
  const linkOf = (own: number): FeedLink => ({
    listen: (_key, listener) => void listeners.set(own, listener),
    stopListening: () => void listeners.delete(own),
    send: (datagram, port) => {
      if (port === ports.far) wire.sent += 1
      if (port === ports.far && wire.drops(wire.sent)) return
      listeners.get(port)?.(Buffer.from(datagram.subarray(16)), own)
    },
    // Nobody here is one of many.
    atTurnEnd: () => undefined,
  })
  return { wire, near: linkOf(ports.near), far: linkOf(ports.far) }
}

const newFeed = () => {
  const { wire, near, far } = newLinks()
  const publisher = new LayeredPublisher()
  const events: string[] = []
  const broadcaster = new FarBroadcaster(
    {
      partner: null,
      waiting: new Waiting(),
      tracksChanged: () => events.push('tracks'),
      broadcasterHere: () => events.push('here'),
      broadcasterLost: () => events.push('lost'),
    },
    far,
  )
  broadcaster.listen({ key, port: ports.near })
  const feed = new Feed(near, key)
  feed.sendTo([ports.far])
  const attach = (receiver: LayeredReceiver) => {
    const track = broadcaster.tracks?.tracks.get('video')
    if (!track) throw new Error('no picture at the far end')
    receiver.forwarder.attach(track, performance.now())
  }
  return { wire, publisher, broadcaster, feed, events, attach }
}

const state = { isHere: true, lostForMs: 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Frames of both encodings, the first ones keyframes, in the time of both ends. */
const play = (publisher: LayeredPublisher, frames: number, isKey = false) => {
  for (let index = 0; index < frames; index++) {
    publisher.play(performance.now(), 1, () => ({ isKey: isKey && index === 0 }))
    vi.advanceTimersByTime(frameMs)
  }
}

test('a receiver in another process gets every frame with the publisher’s counters, though others have changed theirs', () => {
  const { publisher, feed, events, attach } = newFeed()
  const near = publisher.receiver()
  near.forwarder.attach(publisher.track, performance.now())
  play(publisher, 5, true)
  near.forwarder.detach()
  // What it has missed it doesn't count: from now on its counters are others than the publisher's.
  play(publisher, 5)
  near.forwarder.attach(publisher.track, performance.now())
  feed.follow({ tracks: new Map([['video', publisher.track]]) })
  feed.reportState(state)
  expect(events).toEqual(['tracks', 'here'])
  const far = new LayeredReceiver()
  attach(far)
  play(publisher, 40, true)
  const frames = far.got.filter(({ startsFrame }) => startsFrame)
  expect(frames.length).toBeGreaterThan(30)
  const steps = (of: (frame: (typeof frames)[number]) => number, bits: 8 | 15) =>
    new Set(frames.slice(1).map((frame, index) => ahead(of(frame), of(frames[index] ?? frame), bits)))
  expect(steps(({ pictureId }) => pictureId, 15)).toEqual(new Set([1]))
  expect(steps(({ baseLayerIndex }) => baseLayerIndex, 8)).toEqual(new Set([1]))
  expect(near.got.at(-1)?.pictureId).not.toBe(far.got.at(-1)?.pictureId)
})

test('what is lost on the way comes again, and a keyframe is asked of the publisher', () => {
  const { wire, publisher, feed, attach } = newFeed()
  feed.follow({ tracks: new Map([['video', publisher.track]]) })
  feed.reportState(state)
  play(publisher, 20, true)
  const far = new LayeredReceiver()
  attach(far)
  expect(
    publisher.keyframesAskedOf(publisher.high) + publisher.keyframesAskedOf(publisher.low),
  ).toBeGreaterThan(0)
  let dropped = 0
  wire.drops = (count) => {
    if (count % 7 !== 0) return false
    dropped += 1
    return true
  }
  play(publisher, 60, true)
  wire.drops = () => false
  play(publisher, 5)
  const sequences = new Set(far.got.map(({ sequence }) => sequence))
  const [first] = far.got
  const distance = Math.max(...[...sequences].map((each) => ahead(each, first?.sequence ?? 0, 16)))
  expect(dropped).toBeGreaterThan(30)
  // What comes late of an encoding that was left meanwhile is of no use.
  expect(distance + 1 - sequences.size).toBeLessThanOrEqual(2)
})

test('a receiver in another process bears on what the publisher may send', () => {
  const { publisher, broadcaster, feed, attach } = newFeed()
  feed.follow({ tracks: new Map([['video', publisher.track]]) })
  feed.reportState(state)
  const far = new LayeredReceiver()
  attach(far)
  play(publisher, 30, true)
  expect(publisher.track.receivers.size).toBe(0)
  far.says({ loss: 0.3 }, performance.now())
  broadcaster.tick(performance.now())
  expect([...publisher.track.receivers].map((each) => each.downstream(performance.now())?.loss)).toEqual([
    0.3,
  ])
  feed.sendTo([])
  expect(publisher.track.receivers.size).toBe(0)
})

test('a broadcaster who is lost, or whose process has ended, is lost here too', () => {
  const { publisher, broadcaster, feed, events } = newFeed()
  feed.follow({ tracks: new Map([['video', publisher.track]]) })
  feed.reportState(state)
  feed.reportState({ isHere: false, lostForMs: 8_000 })
  expect(events).toEqual(['tracks', 'here', 'lost'])
  feed.reportState(state)
  broadcaster.listen(null)
  expect(events).toEqual(['tracks', 'here', 'lost', 'here', 'tracks', 'lost'])
  expect(broadcaster.tracks).toBeNull()
})
