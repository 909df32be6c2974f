import type { IceServer } from '#contract/calls/calls.ts'
import { createRetiring, type HeldPeer, ownPeer } from './held-peer.ts'
import type { LinkPorts } from './link-ports.ts'
import { describeOffer } from './offer.ts'
import type { LineHalf } from './preconnected-line.ts'

/**
 * One direction of a call's media: a WHIP (RFC 9725) or WHEP resource. The link offers it again until it is
 * closed, over the same peer connection where that works. It knows nothing of cameras or screens. See
 * docs/decisions/0012.
 */

export type MediaEndpoint = 'whip' | 'whep'

/** `waiting`: the partner's media isn't there yet. `refused`: the endpoint no longer accepts the token. */
export type LinkState = 'connecting' | 'waiting' | 'flowing' | 'reconnecting' | 'refused' | 'closed'

export interface LinkOptions {
  endpoint: MediaEndpoint
  callId: string
  /** Bearer token of both endpoints (`rtc_channel_token`). */
  token: string
  /** Our own relays, for a network that blocks UDP; the direct path is tried as well. */
  iceServers: IceServer[]
  /**
   * Whether a connection is restored over the same peer (an ICE restart), which keeps the partner's last
   * picture on the screen. A sender of several encodings can't do this: it names them to one transport only.
   */
  keepsPeer: boolean
  /** Adds the transceivers of a fresh peer. */
  prepare(peer: RTCPeerConnection): void
  onState(state: LinkState): void
}

export interface MediaLink {
  open(): void
  /** Nothing arrives any more: reports the loss at the endpoint, and reconnects at once. */
  markLost(): void
  /** Offers again while the old transport may still carry media, so nothing is reported as lost. */
  offerAgain(): void
  /** Offers other tracks over a fresh peer; the old one carries media until the new offer is answered. */
  renew(): void
  /** Packets arrive after all, on a connection that was counted as lost. */
  markAlive(): void
  /** The network may be back: an attempt that waits or hangs is made now. */
  retryNow(): void
  peer(): RTCPeerConnection | null
  /** Ends the link; with `keepalive` the DELETE request outlives the page. */
  close(options?: { keepalive?: boolean }): void
}

/** A transport in state `disconnected` may recover by itself within this time. */
const disconnectedTimeoutMs = 2_000
/**
 * An answered offer whose transport isn't connected within this time is made again; the browser tries as
 * long.
 */
const connectTimeoutMs = 6_000
/** After so many failed transports in a row a fresh peer is tried. */
const unopenedMax = 2
/**
 * WHEP waits for the partner's media, and a dead network never answers: both requests are repeated after this time.
 */
const requestTimeoutMs = 5_000
/** A request that takes longer than this may hang on a network that is gone. */
const freshRequestMs = 1_000
/**
 * A connection that lasted this long counts as a success; one that breaks sooner makes the next pause longer.
 */
const stableAfterMs = 5_000
/** Never longer than 2 s: the partner waits, and a side has 20 s in all to reconnect. */
const retryPausesMs = [0, 250, 500, 1_000, 2_000] as const
const waitingPausesMs = [400, 400, 1_000, 2_000] as const

type Phase =
  /** The offer is on its way to the endpoint, or the answer is on its way back. */
  | { name: 'requesting'; abort: AbortController; since: number }
  | { name: 'pausing' }
  /** The offer of the line that it goes on with is on its way. */
  | { name: 'joining' }
  /** The offer was answered, and the transport is connecting. */
  | { name: 'opening' }
  | { name: 'up' }
  | { name: 'closed' }

/** Nothing is answered yet. */
const isTrying = ({ name }: Phase) => name === 'requesting' || name === 'pausing' || name === 'joining'

interface EndpointAnswer {
  status: number
  location: string | null
  sdp: string
}

const at = (pauses: readonly number[], count: number): number =>
  pauses[Math.min(count, pauses.length - 1)] ?? 0

interface Link extends MediaLink {
  /**
   * The server has lost its end. Should that be said late, or wrongly, the present connection carries media until its
   * successor is answered. An offer that is on its way has reached the reopened room, or is refused and made again.
   */
  replaceLost(): void
}

const createLink = (options: LinkOptions, ports: LinkPorts, line: LineHalf | null): Link => {
  let peer: HeldPeer | null = null
  const retiring = createRetiring()
  let location: string | null = null
  let phase: Phase = { name: 'pausing' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const tries = { failures: 0, unopened: 0, waits: 0 }
  let hasFlowed = false
  let isFlowing = false
  const isClosed = () => phase.name === 'closed'

  /** Leaves the current phase and drops its timer and its request. */
  const enter = (next: Phase, afterMs = 0, then?: () => void) => {
    clearTimeout(timer)
    if (phase.name === 'requesting') phase.abort.abort()
    phase = next
    if (then) timer = setTimeout(then, afterMs)
  }

  const setState = (state: LinkState) => {
    isFlowing = state === 'flowing'
    hasFlowed ||= isFlowing
    options.onState(state)
  }
  const reportDown = () => setState(hasFlowed ? 'reconnecting' : 'connecting')
  const remove = (resource: string, keepalive: boolean) => {
    // If this request is lost, the server closes the resource by itself.
    const headers = { authorization: `Bearer ${options.token}` }
    ports.fetch(resource, { method: 'DELETE', headers, keepalive }).catch(() => undefined)
  }
  const deleteResource = (keepalive = false) => {
    if (location) remove(location, keepalive)
    location = null
  }
  const discardPeer = () => {
    if (!peer) return
    peer.onState(null)
    peer.close()
    peer = null
    tries.unopened = 0
  }
  const retirePeer = () => {
    if (!peer) return
    retiring.keep(peer)
    peer = null
    tries.unopened = 0
  }

  const pauseFor = (pauseMs: number) => {
    if (pauseMs === 0) request()
    else enter({ name: 'pausing' }, pauseMs, request)
  }
  const tryAgain = () => {
    tries.failures += 1
    pauseFor(at(retryPausesMs, tries.failures - 1))
  }

  /** The endpoint gave no answer. The old transport may still carry media and is left alone. */
  const notAnswered = () => {
    if (!isFlowing) reportDown()
    // An endpoint that can't be reached gets no other request in the same instant.
    tries.failures = Math.max(tries.failures, 1)
    tryAgain()
  }

  /**
   * The offer was answered and the transport doesn't connect. While the server can't be reached that isn't
   * the peer's fault, so the peer stays and with it the partner's last picture; after several failures it is
   * replaced.
   */
  const notOpened = () => {
    const ice = peer?.connection.iceConnectionState
    const isReachable = ice === 'connected' || ice === 'completed'
    tries.unopened += 1
    if (isReachable || tries.unopened >= unopenedMax) discardPeer()
    deleteResource()
    reportDown()
    tryAgain()
  }

  const markLost = () => {
    if (phase.name === 'opening') return notOpened()
    if (isClosed()) return
    deleteResource()
    reportDown()
    if (phase.name === 'up') tryAgain()
    else retryNow()
  }

  const beUp = () => {
    enter({ name: 'up' }, stableAfterMs, () => {
      tries.failures = 0
    })
    tries.waits = 0
    tries.unopened = 0
    retiring.close()
    setState('flowing')
  }

  const onConnectionState = (state: RTCPeerConnectionState) => {
    switch (state) {
      case 'connected':
        if (phase.name === 'opening' || phase.name === 'up') beUp()
        else markAlive()
        return
      case 'disconnected':
        if (phase.name === 'up') enter({ name: 'up' }, disconnectedTimeoutMs, markLost)
        return
      case 'failed':
      case 'closed':
        if (isTrying(phase)) reportDown()
        else markLost()
        return
      default:
        return
    }
  }

  const freshPeer = (): HeldPeer => {
    const made = ownPeer(ports.createPeer(options.iceServers))
    options.prepare(made.connection)
    made.onState(onConnectionState)
    return made
  }

  /** Sends the offer without waiting for candidates: the server learns them from the packets. */
  const offer = async (signal: AbortSignal): Promise<EndpointAnswer> => {
    // The other direction goes on with a shared one, and the partner's last picture stays on the screen.
    if (peer?.isShared) retirePeer()
    if (peer?.connection.remoteDescription && !options.keepsPeer) discardPeer()
    peer ??= freshPeer()
    const offering = peer.connection
    // A second offer of the same peer asks for another transport: new sockets, new credentials.
    if (offering.localDescription) offering.restartIce()
    await describeOffer(offering, options.endpoint)
    const response = await ports.fetch(`/api/media/${options.endpoint}/${options.callId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/sdp' },
      body: offering.localDescription?.sdp ?? '',
      signal,
    })
    const sdp = response.status === 201 ? await response.text() : ''
    return { status: response.status, location: response.headers.get('location'), sdp }
  }

  const applyAnswer = async (answer: EndpointAnswer): Promise<void> => {
    if ((answer.status === 404 || answer.status === 409) && options.endpoint === 'whep') {
      if (!isFlowing) setState(hasFlowed ? 'reconnecting' : 'waiting')
      tries.waits += 1
      return pauseFor(at(waitingPausesMs, tries.waits - 1))
    }
    if (answer.status === 401 || answer.status === 403) {
      setState('refused')
      return pauseFor(at(retryPausesMs, retryPausesMs.length))
    }
    if (answer.status !== 201 || !answer.location) return notAnswered()
    // The server closes the resource that this one replaces.
    location = answer.location
    const opening: Phase = { name: 'opening' }
    enter(opening, connectTimeoutMs, notOpened)
    try {
      await peer?.connection.setRemoteDescription({ type: 'answer', sdp: answer.sdp })
    } catch {
      if (phase !== opening) return
      discardPeer()
      notOpened()
    }
  }

  const request = () => {
    if (isClosed()) return
    const requesting: Phase = { name: 'requesting', abort: new AbortController(), since: performance.now() }
    // It may hang on a dead network, or wait for the partner's media: in both cases the offer is repeated.
    enter(requesting, requestTimeoutMs, request)
    offer(requesting.abort.signal)
      .then((answer) => {
        if (phase === requesting) return applyAnswer(answer)
        if (isClosed() && answer.location) remove(answer.location, false)
        return undefined
      })
      .catch(() => {
        if (phase === requesting) notAnswered()
      })
  }

  const markAlive = () => {
    if (!isTrying(phase) || isFlowing || !hasFlowed || peer?.connection.connectionState !== 'connected')
      return
    // An offer that is already at the endpoint waits for its answer: the server may have accepted it.
    if (phase.name === 'pausing') beUp()
    else setState('flowing')
  }

  const retryNow = () => {
    const hangs = phase.name === 'requesting' && performance.now() - phase.since > freshRequestMs
    if (phase.name === 'pausing' || hangs) request()
  }

  const renew = () => {
    if (!peer || isClosed()) return
    retirePeer()
    request()
  }

  /** Goes on with the half of a line. Where its offer comes to nothing, a fresh connection is made. */
  const join = ({ peer: held, resource }: LineHalf) => {
    const anew = () => {
      discardPeer()
      request()
    }
    peer = held
    held.onState(onConnectionState)
    const joining: Phase = { name: 'joining' }
    enter(joining, requestTimeoutMs, anew)
    resource.then((found) => {
      if (isClosed() && found) remove(found, false)
      if (phase !== joining) return
      if (!found) return anew()
      location = found
      if (held.connection.connectionState === 'connected') beUp()
      else enter({ name: 'opening' }, connectTimeoutMs, notOpened)
    })
  }

  return {
    open: () => {
      if (peer || isClosed()) return
      options.onState('connecting')
      if (line) join(line)
      else request()
    },
    markLost,
    offerAgain: () => {
      if (phase.name === 'up') request()
    },
    renew,
    replaceLost: () => {
      if (phase.name === 'requesting') return
      if (phase.name === 'pausing' || (options.keepsPeer && !peer?.isShared)) request()
      else renew()
    },
    markAlive,
    retryNow: () => {
      if (peer) retryNow()
    },
    peer: () => peer?.connection ?? null,
    close: ({ keepalive = false } = {}) => {
      if (isClosed()) return
      enter({ name: 'closed' })
      deleteResource(keepalive)
      discardPeer()
      retiring.close()
      setState('closed')
    },
  }
}

/**
 * A link that the server's word also makes again.
 *
 * @param line the half of the line that it goes on with, where its page has the place in the room
 */
export const createMediaLink = (
  options: LinkOptions,
  ports: LinkPorts,
  line: LineHalf | null = null,
): MediaLink => {
  const link = createLink(options, ports, line)
  const stopListening = ports.onReopened(options.callId, link.replaceLost)
  return {
    ...link,
    close: (how) => {
      stopListening()
      link.close(how)
    },
  }
}
