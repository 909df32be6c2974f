import type { CallKind, IceServer } from '#contract/calls/calls.ts'
import { whenIdle } from '#web/shell/use-idle.ts'
import { onNetworkReturn } from '../network-hint.ts'
import { browserLinkPorts } from './link-ports.ts'
import { addReceiving, addSilent } from './transceivers.ts'

/** The next connection is made so long after one was taken: the call that took it comes first. */
const againAfterMs = 10_000

/** A new connection with a line's transceivers for both directions. Throws where the browser can't make one. */
export const newPeer = (kind: CallKind, iceServers: IceServer[]): RTCPeerConnection => {
  const peer = browserLinkPorts.createPeer(iceServers)
  try {
    addSilent(peer, kind)
    addReceiving(peer, kind)
    return peer
  } catch (error) {
    peer.close()
    throw error
  }
}

let ahead: RTCPeerConnection | null = null
let isWanted = false

const discard = () => {
  ahead?.close()
  ahead = null
}

const prepare = () => {
  if (ahead || document.visibilityState === 'hidden') return
  try {
    const made = newPeer('video', [])
    ahead = made
    made.setLocalDescription().catch(() => made === ahead && discard())
  } catch {
    // The line says so.
  }
}

const prepareWhenIdle = () => void whenIdle().then(prepare)

const renew = () => {
  discard()
  prepareWhenIdle()
}

/**
 * The connection and the offer of the next video call, made while the page is at rest, because making them takes as long as
 * the network does. It knows no other side, so that nothing is sent over it, and none of our relays: it is for the direct
 * path. A page that is hidden has none: it would neither be frozen nor get into the back/forward cache.
 */
export const preconnectedPeer = {
  prepare: (): void => {
    prepare()
    if (isWanted) return
    isWanted = true
    // Its candidates are those of the network.
    onNetworkReturn(renew)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') discard()
    })
    window.addEventListener('pagehide', discard)
  },
  /** Null where none is ready, and for a voice call. */
  take: (kind: CallKind): RTCPeerConnection | null => {
    const peer = kind === 'video' ? ahead : null
    if (!peer) return null
    ahead = null
    setTimeout(prepareWhenIdle, againAfterMs)
    return peer
  },
} as const
