import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IceServer } from '#contract/calls/calls.ts'
import { type LineAnswer, openPreconnectedLine } from './preconnected-line.ts'
import { addReceiving, addSilent } from './transceivers.ts'

class FakeStream {
  readonly #tracks = new Set<{ kind: string }>()
  getTracks() {
    return [...this.#tracks]
  }
  addTrack(track: { kind: string }) {
    this.#tracks.add(track)
  }
  removeTrack(track: { kind: string }) {
    this.#tracks.delete(track)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaStream', FakeStream)
  const codecs = { getCapabilities: () => null }
  vi.stubGlobal('RTCRtpSender', codecs)
  vi.stubGlobal('RTCRtpReceiver', codecs)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class FakePeer {
  connectionState: RTCPeerConnectionState = 'new'
  onconnectionstatechange: (() => void) | null = null
  localDescription: { sdp: string } | null = null
  remote: string | null = null
  readonly #transceivers: { direction: string; receiver: object; sender: { track: unknown } }[] = []
  addTransceiver(kind: string, { direction = '' } = {}) {
    const sender = {
      track: null as unknown,
      replaceTrack: async (track: unknown) => {
        sender.track = track
      },
    }
    const made = { direction, receiver: { track: { kind } }, sender }
    this.#transceivers.push(made)
    return made
  }
  getTransceivers() {
    return this.#transceivers
  }
  /** What it sends, by its places. */
  get sends() {
    return this.#transceivers.flatMap(({ direction, sender }) =>
      direction === 'sendonly' ? [sender.track] : [],
    )
  }
  async setLocalDescription() {
    this.localDescription = { sdp: 'offer' }
  }
  async setRemoteDescription({ sdp }: { sdp: string }) {
    this.remote = sdp
  }
  become(state: RTCPeerConnectionState) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
  close() {
    this.connectionState = 'closed'
  }
}

const relay = { urls: ['turn:relay'], username: 'me', credential: 'word' }
const good: LineAnswer = {
  ...{ sdp: 'answer', publishResource: '/publish', subscribeResource: '/subscribe' },
  iceServers: [],
}
const withRelays = { ...good, iceServers: [relay] }
const never = new Promise<never>(() => undefined)

const openedLine = (...answers: (LineAnswer | 'refused' | 'lost' | typeof never)[]) => lineWith([], answers)
const lineWith = (known: IceServer[], answers: (LineAnswer | 'refused' | 'lost' | typeof never)[] = []) => {
  const peers: FakePeer[] = []
  const relays: unknown[] = []
  const givenUp: { keepalive: boolean }[] = []
  const line = openPreconnectedLine(
    { callId: 'c1', iceServers: known, kind: 'video' },
    {
      takePeer: () => null,
      createPeer: (kind, iceServers) => {
        relays.push(iceServers)
        const made = new FakePeer()
        peers.push(made)
        const peer = made as unknown as RTCPeerConnection
        addSilent(peer, kind)
        addReceiving(peer, kind)
        return peer
      },
      offer: async () => answers.shift() ?? good,
      giveUp: (_callId, options) => givenUp.push(options),
    },
  )
  const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
  return { line, peers, relays, givenUp, wait, newest: () => peers.at(-1) ?? new FakePeer() }
}

const microphone = { kind: 'audio' } as MediaStreamTrack
const stream = {
  getTracks: () => [microphone],
  getAudioTracks: () => [microphone],
  getVideoTracks: () => [] as MediaStreamTrack[],
} as MediaStream

describe('the line of a ringing page', () => {
  it('is one connection with places for both directions, and sends in none of them', async () => {
    const { line, peers, relays, newest, wait } = lineWith([relay])
    await wait(0)
    expect(relays).toEqual([[relay]])
    const directions = newest()
      .getTransceivers()
      .map(({ direction }) => direction)
    expect(directions).toEqual(['sendonly', 'sendonly', 'recvonly', 'recvonly'])
    expect(newest().remote).toBe('answer')
    expect(newest().sends).toEqual([null, null])
    expect(line.remote.getTracks()).toHaveLength(2)
    newest().become('connected')
    await wait(60)
    expect(peers).toHaveLength(1)
  })

  it('sends from the accept on, also over a connection that is made later, and takes it back', async () => {
    const { line, peers, newest, wait } = openedLine('lost')
    line.send(stream)
    await wait(0.3)
    expect(peers.map(({ sends }) => sends)).toEqual([
      [microphone, null],
      [microphone, null],
    ])
    expect(line.remote.getTracks()).toHaveLength(2)
    line.sendNothing()
    expect(newest().sends).toEqual([null, null])
  })

  it.each([
    ['whose answer is lost', ['lost', 'lost', 'lost', 'lost'], 3],
    ['that is refused', ['refused'], 1],
  ] as const)('is given up when its offer is one %s', async (_what, answers, attempts) => {
    const { line, peers, wait } = openedLine(...answers)
    await wait(60)
    expect(peers.map(({ connectionState }) => connectionState)).toEqual(Array(attempts).fill('closed'))
    expect(line.answered(true)).toBeNull()
  })

  it('is made again when it fails, and when it doesn’t come up', async () => {
    const { peers, newest, wait } = openedLine()
    await wait(0)
    newest().become('failed')
    await wait(0)
    expect(peers).toHaveLength(2)
    await wait(6.1)
    expect(peers).toHaveLength(3)
    await wait(60)
    expect(peers).toHaveLength(3)
  })

  it('is made again with the relays that came with its answer, where the direct way doesn’t come up', async () => {
    const { line, peers, relays, newest, wait } = openedLine(withRelays, withRelays)
    await wait(1.4)
    expect(relays).toEqual([[]])
    await wait(0.2)
    expect(relays).toEqual([[], [relay]])
    await wait(4)
    expect(peers).toHaveLength(2)
    newest().become('connected')
    expect(line.answered(true)).not.toBeNull()
  })

  it('leaves it to the call’s own connections, which have relays, when it is answered before that', async () => {
    const { line, newest, wait } = openedLine(withRelays)
    await wait(0)
    expect(line.answered(true)).toBeNull()
    expect(newest().connectionState).toBe('closed')
    const direct = openedLine(withRelays)
    await direct.wait(0)
    direct.newest().become('connected')
    expect(direct.line.answered(true)).not.toBeNull()
  })

  it('is brought up over the connection that was made ahead, and anew where that leads nowhere', async () => {
    const ahead = new FakePeer()
    ahead.localDescription = { sdp: 'offer made ahead' }
    const offers: string[] = []
    const made: FakePeer[] = []
    openPreconnectedLine(
      { callId: 'c1', iceServers: [relay], kind: 'video' },
      {
        takePeer: () => ahead as unknown as RTCPeerConnection,
        createPeer: () => {
          made.push(new FakePeer())
          return made.at(-1) as unknown as RTCPeerConnection
        },
        offer: async (_callId, sdp) => {
          offers.push(sdp)
          return good
        },
        giveUp: () => undefined,
      },
    )
    await vi.advanceTimersByTimeAsync(1_400)
    expect([offers, ahead.remote, made]).toEqual([['offer made ahead'], 'answer', []])
    await vi.advanceTimersByTimeAsync(200)
    expect([offers.length, made.length, ahead.connectionState]).toEqual([2, 1, 'closed'])
  })

  it('is none in a browser without such connections', async () => {
    const line = openPreconnectedLine(
      { callId: 'c1', iceServers: [], kind: 'voice' },
      {
        takePeer: () => null,
        createPeer: () => {
          throw new TypeError('switched off')
        },
        offer: () => never,
        giveUp: () => undefined,
      },
    )
    expect(line.answered(true)).toBeNull()
  })

  it('hands both halves over, each with its resource; the connection ends with the last', async () => {
    const { line, newest, wait } = openedLine()
    line.send(stream)
    await wait(0)
    const taken = line.answered(true)
    expect(await taken?.publishing.resource).toBe('/publish')
    expect(await taken?.subscribing.resource).toBe('/subscribe')
    const states: string[] = []
    taken?.publishing.peer.onState((state) => states.push(`out ${state}`))
    taken?.subscribing.peer.onState((state) => states.push(`in ${state}`))
    newest().become('connected')
    expect(states).toEqual(['out connected', 'in connected'])
    taken?.publishing.peer.close()
    // What goes on with the partner's media must not go on sending.
    expect([newest().connectionState, newest().sends]).toEqual(['connected', [null, null]])
    taken?.subscribing.peer.close()
    expect(newest().connectionState).toBe('closed')
    await wait(60)
    expect(states).toHaveLength(2)
  })

  it('hands an offer over that is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<never>()
    const { line, newest, wait } = openedLine(promise)
    await wait(0)
    const taken = line.answered(true)
    resolve(good as never)
    expect(await taken?.subscribing.resource).toBe('/subscribe')
    expect(newest().remote).toBe('answer')

    const refused = openedLine('refused').line.answered(true)
    expect(await refused?.publishing.resource).toBeNull()
  })

  it('closes where its page has no place, and where its screen is left', async () => {
    const answered = openedLine()
    expect(answered.line.answered(false)).toBeNull()
    expect(answered.newest().connectionState).toBe('closed')
    const ended = openedLine(never)
    ended.line.close()
    expect([ended.newest().connectionState, ended.givenUp]).toEqual(['closed', []])
    const left = openedLine()
    left.line.close({ isGivenUp: true, keepalive: true })
    expect([left.newest().connectionState, left.givenUp]).toEqual(['closed', [{ keepalive: true }]])
    await left.wait(60)
    expect(left.peers).toHaveLength(1)
  })
})
