import { vi } from 'vitest'
import { ownPeer } from '../media/link/held-peer.ts'
import { createMediaLink, type LinkState, type MediaEndpoint } from '../media/link/media-link.ts'
import type { LineHalf } from '../media/link/preconnected-line.ts'

/** For tests in virtual time: a peer connection without a network, and an endpoint with scripted answers. */
class FakePeer {
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: { sdp: string } | null = null
  remoteDescription: { sdp: string } | null = null
  iceConnectionState: RTCIceConnectionState = 'new'
  onconnectionstatechange: (() => void) | null = null
  /** How often an ICE restart was requested. */
  restarts = 0
  refusesAnswers = false

  restartIce() {
    this.restarts += 1
  }

  async createOffer() {
    return { type: 'offer', sdp: `offer ${this.restarts}` }
  }

  async setLocalDescription() {
    this.localDescription = { sdp: `offer ${this.restarts}` }
  }

  async setRemoteDescription(description: { sdp: string }) {
    if (this.refusesAnswers) throw new TypeError('another fingerprint')
    this.remoteDescription = description
  }

  become(state: RTCPeerConnectionState) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }

  close() {
    this.connectionState = 'closed'
  }
}

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** An answer of the endpoint that never arrives. */
export const hangs = 0

export const relay = { urls: ['turn:relay'], username: '1795305599:me', credential: 'word' }

/** Half of a line whose offer is answered, or will be. */
export const halfOfLine = (answered: 'before' | 'later' = 'before') => {
  const peer = new FakePeer()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  if (answered === 'before') resolve('/api/media/resource/c1/line')
  let isLeft = false
  const own = ownPeer(peer as unknown as RTCPeerConnection)
  const close = () => {
    isLeft = true
  }
  const half: LineHalf = { peer: { ...own, isShared: true, close }, resource: promise }
  return { half, peer, answer: resolve, isLeft: () => isLeft }
}

export const link = (endpoint: MediaEndpoint = 'whip', line: LineHalf | null = null) => {
  const relays: unknown[] = []
  const peers: FakePeer[] = []
  const requests: { method: string; url: string; authorization: string; keepalive: boolean }[] = []
  const states: LinkState[] = []
  const answers: number[] = []
  const onReopened = new Set<() => void>()
  let resources = 0
  const made = createMediaLink(
    {
      endpoint,
      callId: 'c1',
      token: 'bearer',
      iceServers: [relay],
      keepsPeer: endpoint === 'whep',
      prepare: () => undefined,
      onState: (state) => states.push(state),
    },
    {
      createPeer: (iceServers) => {
        relays.push(iceServers)
        const peer = new FakePeer()
        peers.push(peer)
        return peer as unknown as RTCPeerConnection
      },
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        requests.push({
          method: init?.method ?? 'GET',
          url: String(url),
          authorization: headers.get('authorization') ?? '',
          keepalive: init?.keepalive ?? false,
        })
        if (init?.method === 'DELETE') return new Response(null)
        const status = answers.shift() ?? 201
        if (status === hangs) return await untilAborted(init?.signal)
        resources += 1
        return new Response(status === 201 ? 'answer' : null, {
          status,
          headers: status === 201 ? { location: `/api/media/resource/c1/r${resources}` } : {},
        })
      },
      onReopened: (id, listener) => {
        if (id === 'c1') onReopened.add(listener)
        return () => onReopened.delete(listener)
      },
    },
    line,
  )
  return {
    link: made,
    peers,
    relays,
    requests,
    states,
    answers,
    /** The server says that it lost its end, and that offers are welcome. */
    reopen: () => {
      for (const listener of [...onReopened]) listener()
    },
    newest: () => peers.at(-1) ?? new FakePeer(),
    posts: () => requests.filter(({ method }) => method === 'POST'),
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

export const flowing = async (endpoint?: MediaEndpoint) => {
  const it = link(endpoint)
  it.link.open()
  await it.wait(0)
  it.newest().become('connecting')
  it.newest().become('connected')
  return it
}
