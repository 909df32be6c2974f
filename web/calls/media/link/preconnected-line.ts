import type { CallKind, IceServer } from '#contract/calls/calls.ts'
import { isCameraOn } from '../device-changes.ts'
import { type HeldPeer, sharePeer } from './held-peer.ts'
import { attachTracks, detachTracks } from './transceivers.ts'

/** One direction of a line whose page has the place in the room: a link goes on with it. */
export interface LineHalf {
  peer: HeldPeer
  /** Its resource at the media server, once the offer is answered; null when the offer is refused or lost. */
  resource: Promise<string | null>
}

export interface TakenLine {
  publishing: LineHalf
  subscribing: LineHalf
  /** What the partner sends. */
  remote: MediaStream
}

/** The connection of this page, for both directions, while its call rings. Without a track nothing is sent over it. */
export interface PreconnectedLine {
  /** What the partner sends once the call is answered. */
  remote: MediaStream
  /** This page accepts, or has the place: these tracks go out from now on. */
  send(stream: MediaStream): void
  /** The accept came to nothing: no track goes out any more. */
  sendNothing(): void
  /**
   * The call is answered.
   *
   * @param hasPlace this page has the place in the room
   * @returns what goes on there; null where nothing does, and both directions are connected anew
   */
  answered(hasPlace: boolean): TakenLine | null
  /** @param isGivenUp the call rings on without this page: the media server is told */
  close(options?: { keepalive?: boolean; isGivenUp?: boolean }): void
}

export interface LineAnswer {
  sdp: string
  publishResource: string
  subscribeResource: string
  /** Our own relays, for a network that blocks UDP. */
  iceServers: IceServer[]
}

/** What a line needs of its surroundings. */
export interface LinePorts {
  /** A connection that was made ahead, without relays; null without one. */
  takePeer(kind: CallKind): RTCPeerConnection | null
  /** With its places in both directions. Throws where this browser has none. */
  createPeer(kind: CallKind, iceServers: IceServer[]): RTCPeerConnection
  /** `lost`: no answer arrived, and the offer may be made again. */
  offer(callId: string, sdp: string): Promise<LineAnswer | 'refused' | 'lost'>
  giveUp(callId: string, options: { keepalive: boolean }): void
}

export interface LineOptions {
  callId: string
  /** Our own relays, as far as the page knows them: a new connection tries them beside the direct path. */
  iceServers: IceServer[]
  kind: CallKind
}

/** It is offered so often in all; what doesn't come up is left to the answer, which connects anew. */
const attemptsMax = 3
const retryAfterMs = 250
/** An answered offer whose transport isn't connected within this time is made again; the browser tries as long. */
const connectTimeoutMs = 6_000

/** So long the direct path has, where relays are known only since its answer. */
const directTimeoutMs = 1_500

interface Attempt {
  connection: RTCPeerConnection
  /** It came without them, and hasn't come up so far. */
  lacksRelays: boolean
  answered: Promise<LineAnswer | 'refused' | 'lost'>
}

export const openPreconnectedLine = (
  { callId, iceServers, kind }: LineOptions,
  ports: LinePorts,
): PreconnectedLine => {
  const remote = new MediaStream()
  let attempt: Attempt | null = null
  let relays = iceServers
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent: MediaStream | null = null
  let isOver = false

  const drop = () => {
    clearTimeout(timer)
    const dropped = attempt?.connection
    attempt = null
    if (!dropped) return
    dropped.onconnectionstatechange = null
    dropped.close()
  }

  const negotiate = async (connection: RTCPeerConnection): Promise<LineAnswer | 'refused' | 'lost'> => {
    try {
      if (!connection.localDescription) await connection.setLocalDescription()
      const answer = await ports.offer(callId, connection.localDescription?.sdp ?? '')
      if (typeof answer !== 'string')
        await connection.setRemoteDescription({ type: 'answer', sdp: answer.sdp })
      return answer
    } catch {
      return 'lost'
    }
  }

  /** Null where this browser has no such connection: what follows the answer says so. */
  const newConnection = (): RTCPeerConnection | null => {
    try {
      return ports.createPeer(kind, relays)
    } catch {
      return null
    }
  }

  const begin = () => {
    attempts += 1
    const ahead = attempts === 1 ? ports.takePeer(kind) : null
    const connection = ahead ?? newConnection()
    if (!connection) return
    const hasRelays = ahead === null && relays.length > 0
    for (const track of remote.getTracks()) remote.removeTrack(track)
    for (const { receiver, direction } of connection.getTransceivers())
      if (direction === 'recvonly') remote.addTrack(receiver.track)
    const made: Attempt = { connection, lacksRelays: false, answered: negotiate(connection) }
    attempt = made
    if (sent) attachTracks(connection, sent, isCameraOn(sent))
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === 'connected') {
        clearTimeout(timer)
        made.lacksRelays = false
      }
      if (connection.connectionState === 'failed') again(0)
    }
    made.answered.then((answer) => {
      if (isOver || attempt !== made) return
      if (answer === 'refused') return drop()
      if (answer === 'lost') return again(retryAfterMs)
      if (connection.connectionState === 'connected') return
      made.lacksRelays = !hasRelays && answer.iceServers.length > 0
      relays = answer.iceServers
      // The network may be another one than that on which a connection was made ahead.
      const isDirect = ahead !== null || made.lacksRelays
      timer = setTimeout(() => again(0), isDirect ? directTimeoutMs : connectTimeoutMs)
    })
  }

  const again = (afterMs: number) => {
    drop()
    if (attempts < attemptsMax) timer = setTimeout(begin, afterMs)
  }

  begin()
  return {
    remote,
    send: (stream) => {
      sent = stream
      if (attempt) attachTracks(attempt.connection, stream, isCameraOn(stream))
    },
    sendNothing: () => {
      sent = null
      if (attempt) detachTracks(attempt.connection)
    },
    answered: (hasPlace) => {
      isOver = true
      // The call's own connections have the relays from the beginning.
      if (!hasPlace || !attempt || attempt.lacksRelays) {
        drop()
        return null
      }
      clearTimeout(timer)
      const { connection, answered } = attempt
      // It is those who take the halves who close it.
      attempt = null
      const { publishing, subscribing } = sharePeer(connection, () => detachTracks(connection))
      const resource = (name: 'publishResource' | 'subscribeResource') =>
        answered.then((answer) => (typeof answer === 'string' ? null : answer[name]))
      return {
        publishing: { peer: publishing, resource: resource('publishResource') },
        subscribing: { peer: subscribing, resource: resource('subscribeResource') },
        remote,
      }
    },
    close: ({ keepalive = false, isGivenUp = false } = {}) => {
      isOver = true
      drop()
      if (isGivenUp) ports.giveUp(callId, { keepalive })
    },
  }
}
