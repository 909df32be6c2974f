import { type MediaReading, MediaRefused, type MediaServer } from '#adapters/media/port.ts'
import { type MediaAnswer, type MediaRequest, mediaAnswers, nodeMediaPath } from './media-request.ts'
import { signNodeRequest } from './node-token.ts'
import type { Nodes, Peer } from './nodes.ts'

const timeoutMs = 5_000
/** A subscriber may have to wait 8 s for the other side's media. */
const subscribeTimeoutMs = 13_000
/** What a screen shows can't wait any longer; then the last report is used. */
const readingTimeoutMs = 500

/** The media server as actions use it: a call's room may be at another node. */
export interface CallMedia extends MediaServer {
  /** This node's own media server, which other nodes call too. */
  readonly local: MediaServer
  /** The newest reading of a seat, wherever its room is; null when no reachable node has one. A call is its own seat. */
  reading(seatId: string): Promise<MediaReading | null>
}

interface Parts {
  local: MediaServer
  nodes: Pick<Nodes, 'id' | 'peer'>
  /** The node that has a room, or the room of a seat; null when none has. */
  nodeOfRoom(roomOrSeatId: string): Promise<string | null>
  secret: Buffer
  now: () => number
}

/**
 * Media servers don't share rooms: requests about a room of another node go to that node over HTTP. An
 * unreachable node counts as a refusal with 503, like a media process that is down.
 */
export const mediaAcrossNodes = ({ local, nodes, nodeOfRoom, secret, now }: Parts): CallMedia => {
  const request = async <Request extends MediaRequest>(
    peer: Peer,
    request: Request,
    waitMs: number,
  ): Promise<MediaAnswer<Request['type']>> => {
    const body = JSON.stringify(request)
    const response = await fetch(new URL(nodeMediaPath, peer.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: signNodeRequest(secret, body, now()) },
      body,
      signal: AbortSignal.timeout(waitMs),
    }).catch((error: unknown) => {
      throw new MediaRefused(503, `node ${peer.nodeId} is out of reach: ${String(error)}`)
    })
    const answer = (await response.json().catch(() => null)) as { answer?: unknown; message?: string } | null
    if (response.status === 200) {
      return mediaAnswers[request.type].parse(answer?.answer) as MediaAnswer<Request['type']>
    }
    const status = [403, 404, 406, 409, 413, 415, 422].includes(response.status) ? response.status : 503
    throw new MediaRefused(status as MediaRefused['status'], answer?.message ?? `node ${peer.nodeId}`)
  }
  const peerOf = async (roomOrSeatId: string): Promise<Peer | null> => {
    if (local.readings().has(roomOrSeatId)) return null
    const nodeId = await nodeOfRoom(roomOrSeatId)
    return nodeId === null || nodeId === nodes.id ? null : nodes.peer(nodeId)
  }

  return {
    local,
    start: () => local.start(),
    stop: () => local.stop(),
    isUp: () => local.isUp(),
    processesUp: () => local.processesUp(),
    openRoom: (room, seats, pages) => local.openRoom(room, seats, pages),
    preconnect: (line, offerSdp) => local.preconnect(line, offerSdp),
    closeLine: (roomId, page) => local.closeLine(roomId, page),
    hasLines: (roomId) => local.hasLines(roomId),
    closeLines: (roomId) => local.closeLines(roomId),
    openSeat: async (seat) => {
      const peer = await peerOf(seat.roomId)
      if (!peer) return local.openSeat(seat)
      const carried = { ...seat.carried, segments: [...seat.carried.segments] }
      await request(peer, { type: 'openSeat', seat: { ...seat, carried } }, timeoutMs)
    },
    publish: async (roomId, participantId, offerSdp, kind) => {
      const peer = await peerOf(roomId)
      if (!peer) return local.publish(roomId, participantId, offerSdp, kind)
      return request(peer, { type: 'publish', roomId, participantId, offerSdp, kind }, timeoutMs)
    },
    subscribe: async (roomId, participantId, offerSdp, kind) => {
      const peer = await peerOf(roomId)
      if (!peer) return local.subscribe(roomId, participantId, offerSdp, kind)
      return request(peer, { type: 'subscribe', roomId, participantId, offerSdp, kind }, subscribeTimeoutMs)
    },
    closeResource: async (roomId, participantId, resourceId) => {
      const peer = await peerOf(roomId)
      if (!peer) return local.closeResource(roomId, participantId, resourceId)
      await request(peer, { type: 'closeResource', roomId, participantId, resourceId }, timeoutMs)
    },
    extendFunding: async (seatId, fundedMs) => {
      const peer = await peerOf(seatId)
      if (!peer) return local.extendFunding(seatId, fundedMs)
      // If this were lost, the room would report that it is exhausted, and get the funding then.
      await request(peer, { type: 'extendFunding', seatId, fundedMs }, timeoutMs).catch(() => null)
    },
    limitFunding: async (seatId, fundedMs) => {
      const peer = await peerOf(seatId)
      if (!peer) return local.limitFunding(seatId, fundedMs)
      // If this were lost, the next report of the meter would end the visit.
      await request(peer, { type: 'limitFunding', seatId, fundedMs }, timeoutMs).catch(() => null)
    },
    setSending: async (roomId, sending) => {
      const peer = await peerOf(roomId)
      if (!peer) return local.setSending(roomId, sending)
      await request(peer, { type: 'setSending', roomId, sending }, timeoutMs)
    },
    setKind: async (roomId, kind) => {
      const peer = await peerOf(roomId)
      if (!peer) return local.setKind(roomId, kind)
      const readings = await request(peer, { type: 'setKind', roomId, kind }, timeoutMs)
      return readings && new Map(readings)
    },
    closeSeat: async (seatId) => {
      const peer = await peerOf(seatId)
      return peer ? request(peer, { type: 'closeSeat', seatId }, timeoutMs) : local.closeSeat(seatId)
    },
    closeRoom: async (roomId) => {
      const peer = await peerOf(roomId)
      return peer
        ? new Map(await request(peer, { type: 'closeRoom', roomId }, timeoutMs))
        : local.closeRoom(roomId)
    },
    openEcho: (room) => local.openEcho(room),
    closeEcho: async (roomId) => {
      const peer = await peerOf(roomId)
      if (!peer) return local.closeEcho(roomId)
      // An unreachable node closes it by itself.
      await request(peer, { type: 'closeEcho', roomId }, timeoutMs).catch(() => null)
    },
    readings: () => local.readings(),
    reading: async (seatId) => {
      const own = local.readings().get(seatId)
      if (own) return own
      const peer = await peerOf(seatId)
      return peer && request(peer, { type: 'reading', seatId }, readingTimeoutMs).catch(() => null)
    },
    onEvent: (listener) => local.onEvent(listener),
  }
}
