import { describe, expect, it } from 'vitest'
import { createRemoteTracks } from './remote-tracks.ts'

class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readonly id: string
  muted = true
  constructor(kind: 'audio' | 'video', id: string) {
    super()
    this.kind = kind
    this.id = id
  }
  unmute() {
    this.muted = false
    this.dispatchEvent(new Event('unmute'))
  }
}

const received = () => {
  const tracks = new Set<FakeTrack>()
  const stream = {
    getTracks: () => [...tracks],
    addTrack: (track: FakeTrack) => tracks.add(track),
    removeTrack: (track: FakeTrack) => tracks.delete(track),
  }
  const shown: string[] = []
  const remote = createRemoteTracks(stream as unknown as MediaStream, ({ id }) => shown.push(id))
  /** A fresh connection with these tracks. */
  const connect = (...fresh: FakeTrack[]) => {
    const peer = { ontrack: null as ((event: { track: FakeTrack }) => void) | null }
    remote.follow(peer as unknown as RTCPeerConnection)
    for (const track of fresh) peer.ontrack?.({ track })
  }
  return { remote, connect, shown, ids: () => [...tracks].map(({ id }) => id) }
}

describe('what the partner sends', () => {
  it('is shown as soon as the first connection is there, before anything comes', () => {
    const { connect, ids, shown } = received()
    connect(new FakeTrack('audio', 'a1'), new FakeTrack('video', 'v1'))
    expect(ids()).toEqual(['a1', 'v1'])
    expect(shown).toEqual(['a1', 'v1'])
  })

  it('keeps the last picture until the next connection brings one', () => {
    const { connect, ids, shown } = received()
    connect(new FakeTrack('audio', 'a1'), new FakeTrack('video', 'v1'))
    const [sound, picture] = [new FakeTrack('audio', 'a2'), new FakeTrack('video', 'v2')]
    connect(sound, picture)
    expect(ids()).toEqual(['a1', 'v1'])
    sound.unmute()
    expect(ids().sort()).toEqual(['a2', 'v1'])
    picture.unmute()
    expect(ids()).toEqual(['a2', 'v2'])
    expect(shown).toEqual(['a1', 'v1', 'a2', 'v2'])
  })

  it('is nothing of an older connection any more, whatever comes over it late', () => {
    const { remote, connect, ids } = received()
    connect(new FakeTrack('audio', 'a1'), new FakeTrack('video', 'v1'))
    const late = new FakeTrack('video', 'v2')
    connect(late)
    remote.dropPicture()
    late.unmute()
    connect(new FakeTrack('video', 'v3'))
    late.unmute()
    expect(ids()).toEqual(['a1', 'v3'])
  })

  it('has no picture any more in a call that goes on without, and gets one again', () => {
    const { remote, connect, ids } = received()
    connect(new FakeTrack('audio', 'a1'), new FakeTrack('video', 'v1'))
    remote.dropPicture()
    expect(ids()).toEqual(['a1'])
    connect(new FakeTrack('video', 'v2'))
    expect(ids()).toEqual(['a1', 'v2'])
  })
})
