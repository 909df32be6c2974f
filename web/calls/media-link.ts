import type { IceServer } from '../../contract/calls.ts'

/**
 * One direction of a call's media: a WHIP (RFC 9725) or WHEP resource that is opened again, with a growing pause,
 * until it is closed. Knows nothing of cameras or screens.
 */

export type Door = 'whip' | 'whep'

/** `waiting`: the partner's media isn't there yet. `refused`: the token doesn't open the door any more. */
export type LinkState = 'connecting' | 'waiting' | 'flowing' | 'reconnecting' | 'refused' | 'closed'

export interface LinkOptions {
  door: Door
  callId: string
  /** Bearer token of both doors (`rtc_channel_token`). */
  token: string
  /** Relays of our own for a network that lets no UDP through; the direct way is tried beside them. */
  iceServers: IceServer[]
  /** Adds the transceivers of a fresh peer. */
  prepare(peer: RTCPeerConnection): void
  onState(state: LinkState): void
}

export interface LinkPorts {
  createPeer(iceServers: IceServer[]): RTCPeerConnection
  fetch: typeof fetch
}

export interface MediaLink {
  open(): void
  /** Gives the connection up and makes a new one at once. */
  reopen(): void
  peer(): RTCPeerConnection | null
  /** Ends the link; `keepalive` lets the goodbye outlive the page. */
  close(options?: { keepalive?: boolean }): void
}

/** A transport that is `disconnected` may recover by itself for this long. */
export const disconnectedPatienceMs = 2_000
/** An answered offer whose transport doesn't come up by then is tried anew. */
export const connectPatienceMs = 8_000
/** WHEP waits up to 8 s for the partner's media; the rest is the way there and back. */
export const doorTimeoutMs = 12_000
/** A connection that lasted this long is a success; one that breaks sooner makes the next pause longer. */
const stableAfterMs = 5_000
const retryPausesMs = [250, 500, 1_000, 2_000, 4_000] as const
const waitingPauseMs = 400

interface Attempt {
  peer: RTCPeerConnection
  abort: AbortController
  location: string | null
  isOver: boolean
  patience: ReturnType<typeof setTimeout> | undefined
}

/** Never a third party's server: the media server's own candidates are enough, or the relays that came with the call. */
export const browserLinkPorts: LinkPorts = {
  createPeer: (iceServers) => new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' }),
  fetch: (...input) => fetch(...input),
}

export const createMediaLink = (options: LinkOptions, ports: LinkPorts): MediaLink => {
  let current: Attempt | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let hasFlowed = false
  let isClosed = false
  const authorization = `Bearer ${options.token}`

  const remove = (location: string, keepalive: boolean) => {
    // The server closes a resource by itself when this goodbye is lost.
    ports.fetch(location, { method: 'DELETE', headers: { authorization }, keepalive }).catch(() => undefined)
  }

  const drop = (attempt: Attempt, keepalive = false) => {
    attempt.isOver = true
    clearTimeout(attempt.patience)
    attempt.abort.abort()
    attempt.peer.onconnectionstatechange = null
    attempt.peer.close()
    if (attempt.location) remove(attempt.location, keepalive)
    if (current === attempt) current = null
  }

  const tryLater = (pauseMs: number) => {
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(start, pauseMs)
  }

  const lose = (attempt: Attempt) => {
    if (attempt.isOver) return
    drop(attempt)
    options.onState(hasFlowed ? 'reconnecting' : 'connecting')
    tryLater(retryPausesMs[Math.min(failures, retryPausesMs.length - 1)] ?? 0)
    failures += 1
  }

  const watch = (attempt: Attempt) => {
    attempt.peer.onconnectionstatechange = () => {
      if (attempt.isOver) return
      clearTimeout(attempt.patience)
      switch (attempt.peer.connectionState) {
        case 'connected':
          hasFlowed = true
          attempt.patience = setTimeout(() => {
            failures = 0
          }, stableAfterMs)
          options.onState('flowing')
          return
        case 'disconnected':
          attempt.patience = setTimeout(() => lose(attempt), disconnectedPatienceMs)
          return
        case 'failed':
        case 'closed':
          lose(attempt)
          return
        default:
          attempt.patience = setTimeout(() => lose(attempt), connectPatienceMs)
      }
    }
  }

  /** Offers at once, without waiting for candidates: the server learns them from the packets. */
  const knock = async (attempt: Attempt): Promise<Response> => {
    options.prepare(attempt.peer)
    await attempt.peer.setLocalDescription()
    return await ports.fetch(`/api/media/${options.door}/${options.callId}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/sdp' },
      body: attempt.peer.localDescription?.sdp ?? '',
      signal: AbortSignal.any([attempt.abort.signal, AbortSignal.timeout(doorTimeoutMs)]),
    })
  }

  const answered = async (attempt: Attempt, response: Response) => {
    const location = response.headers.get('location')
    if (attempt.isOver) {
      if (location) remove(location, false)
      return
    }
    if (response.status === 404 && options.door === 'whep') {
      drop(attempt)
      options.onState(hasFlowed ? 'reconnecting' : 'waiting')
      tryLater(waitingPauseMs)
      return
    }
    if (response.status === 401 || response.status === 403) {
      drop(attempt)
      options.onState('refused')
      tryLater(retryPausesMs.at(-1) ?? 0)
      return
    }
    if (response.status !== 201 || !location) return lose(attempt)
    attempt.location = location
    attempt.patience = setTimeout(() => lose(attempt), connectPatienceMs)
    await attempt.peer.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  }

  const start = () => {
    if (isClosed) return
    const attempt: Attempt = {
      peer: ports.createPeer(options.iceServers),
      abort: new AbortController(),
      location: null,
      isOver: false,
      patience: undefined,
    }
    current = attempt
    watch(attempt)
    knock(attempt)
      .then((response) => answered(attempt, response))
      .catch(() => lose(attempt))
  }

  return {
    open: () => {
      if (current || isClosed) return
      options.onState('connecting')
      start()
    },
    reopen: () => {
      const isKnocking = current !== null && current.location === null
      if (isClosed || isKnocking) return
      clearTimeout(retry)
      if (current) drop(current)
      options.onState(hasFlowed ? 'reconnecting' : 'connecting')
      start()
    },
    peer: () => current?.peer ?? null,
    close: ({ keepalive = false } = {}) => {
      if (isClosed) return
      isClosed = true
      clearTimeout(retry)
      if (current) drop(current, keepalive)
      options.onState('closed')
    },
  }
}
