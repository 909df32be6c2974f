// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallKind } from '#contract/calls/calls.ts'

const relay = { urls: ['turn:relay'], username: 'me', credential: 'word' }

class FakePeer {
  static readonly made: FakePeer[] = []
  static isRefused = false
  readonly places: string[] = []
  hasOffer = false
  isClosed = false
  readonly configuration: RTCConfiguration
  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration
    FakePeer.made.push(this)
  }
  addTransceiver(kind: string, { direction = '' } = {}) {
    if (FakePeer.isRefused) throw new TypeError('refused')
    this.places.push(`${direction} ${kind}`)
    return {}
  }
  async setLocalDescription() {
    this.hasOffer = true
  }
  close() {
    this.isClosed = true
  }
}

const placesOf = {
  video: ['sendonly audio', 'sendonly video', 'recvonly audio', 'recvonly video'],
  voice: ['sendonly audio', 'recvonly audio'],
} as const satisfies Record<CallKind, string[]>

const hints = vi.hoisted(() => new Set<() => void>())
vi.mock('../network-hint.ts', () => ({ onNetworkReturn: (listener: () => void) => hints.add(listener) }))

let visibility = 'visible'
const becomes = async (state: 'visible' | 'hidden') => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
}

const fresh = async () => (await import('./preconnected-peer.ts')).preconnectedPeer

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  visibility = 'visible'
  FakePeer.made.length = 0
  FakePeer.isRefused = false
  hints.clear()
  vi.stubGlobal('RTCPeerConnection', FakePeer)
  vi.stubGlobal('MediaStream', class {})
  vi.stubGlobal('RTCRtpSender', { getCapabilities: () => null })
  vi.stubGlobal('RTCRtpReceiver', { getCapabilities: () => null })
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => setTimeout(idle))
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('gives the next video call the connection that was prepared, with its offer', async () => {
  const ahead = await fresh()
  expect(ahead.take('video')).toBeNull()
  ahead.prepare()
  ahead.prepare()
  expect(FakePeer.made).toMatchObject([
    { places: placesOf.video, configuration: { iceServers: [] }, hasOffer: true },
  ])
  expect(ahead.take('voice')).toBeNull()
  expect(ahead.take('video')).toBe(FakePeer.made[0])
  expect(ahead.take('video')).toBeNull()
})

it('makes another one once the page has rest again', async () => {
  const ahead = await fresh()
  ahead.prepare()
  ahead.take('video')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(FakePeer.made).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ahead.take('video')).toBe(FakePeer.made[1])
})

it('makes another one on another network', async () => {
  const ahead = await fresh()
  ahead.prepare()
  for (const changed of hints) changed()
  expect(FakePeer.made[0]?.isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(ahead.take('video')).toMatchObject({ isClosed: false })
})

it.each(['video', 'voice'] as const)('makes a new one for a %s call with the relays', async (kind) => {
  const { newPeer } = await import('./preconnected-peer.ts')
  newPeer(kind, [relay])
  expect(FakePeer.made).toMatchObject([
    { places: placesOf[kind], configuration: { iceServers: [relay] }, hasOffer: false },
  ])
})

it('has none while the page is hidden or left, and one again when it is back', async () => {
  const open = () => FakePeer.made.filter(({ isClosed }) => !isClosed).length
  const ahead = await fresh()
  ahead.prepare()
  expect(open()).toBe(1)
  await becomes('hidden')
  expect(open()).toBe(0)
  ahead.prepare()
  expect(open()).toBe(0)
  visibility = 'visible'
  ahead.prepare()
  expect(open()).toBe(1)
  window.dispatchEvent(new Event('pagehide'))
  expect(open()).toBe(0)
})

it('leaves nothing open where the browser refuses', async () => {
  FakePeer.isRefused = true
  const { newPeer, preconnectedPeer } = await import('./preconnected-peer.ts')
  preconnectedPeer.prepare()
  expect(preconnectedPeer.take('video')).toBeNull()
  expect(() => newPeer('video', [])).toThrow()
  expect(FakePeer.made.map(({ isClosed }) => isClosed)).toEqual([true, true])
})
