import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Audio, PeerConnection, type Track } from 'node-datachannel'
import { parseRtcp } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp } from '#adapters/media/embedded/rtp/rtp.ts'
import type { Clip } from './clip.ts'
import { type ClipPlayer, createClipPlayer, type StreamNumbers } from './clip-player.ts'
import {
  opusPayloadType,
  reduceAnswer,
  refusesMedia,
  vp8PayloadType,
  writeOffer,
} from './session-description.ts'
import { publish, unpublish, type WhipResource } from './whip-client.ts'

export interface ParticipantOptions {
  whipUrl: string
  token: string
  clip: Clip
  kind: 'voice' | 'video'
  /** Ends the participant; the resource is taken down. */
  signal: AbortSignal
  /** Runs a function every 10 ms until the answer is called; all participants of a process share one timer. */
  everyTick(tick: (nowMs: number) => void): () => void
}

export interface Participant {
  /** Resolves when the participant has left: by the signal, or because the endpoint refused a new connection. */
  ended: Promise<void>
}

/** Receivers report every second; after this long without one the connection counts as lost. */
const silenceMsMax = 8_000
const openWithinMs = 10_000

interface Connection {
  resource: WhipResource
  /** Resolves when the transport is gone. */
  lost: Promise<void>
  close(): void
}

/** Publishes a clip at a WHIP endpoint. Resolves once it is accepted; publishes again when the connection is lost. */
export async function startDemoParticipant(options: ParticipantOptions): Promise<Participant> {
  const first = await connect(options)
  return { ended: keepPublishing(first, options) }
}

async function keepPublishing(first: Connection, options: ParticipantOptions): Promise<void> {
  const stopped = options.signal.aborted ? Promise.resolve() : once(options.signal, 'abort')
  let connection = first
  for (;;) {
    await Promise.race([connection.lost, stopped])
    connection.close()
    if (options.signal.aborted) {
      await unpublish(connection.resource, options.token)
      return
    }
    try {
      connection = await connect(options)
    } catch {
      // The call has ended, or the endpoint is gone for good: either way the participant leaves.
      return
    }
  }
}

const newStream = (payloadType: number): StreamNumbers => ({ ssrc: randomInt(2, 0xffff_ffff), payloadType })

async function connect(options: ParticipantOptions): Promise<Connection> {
  const { whipUrl, token, signal } = options
  const audio = newStream(opusPayloadType)
  const video = options.kind === 'video' ? newStream(vp8PayloadType) : undefined
  const peer = new PeerConnection('demo', { iceServers: [], disableAutoNegotiation: true })
  // A bare transport: see session-description.ts. Closing the track first frees what the peer would leak.
  const description = new Audio('0', 'SendRecv')
  description.addOpusCodec(opusPayloadType)
  const track = peer.addTrack(description)
  const closeTransport = () => {
    track.close()
    peer.close()
  }
  try {
    const lost = watchState(peer)
    peer.setLocalDescription('offer')
    const offer = writeOffer(peer.localDescription()?.sdp ?? '', audio, video)
    const resource = await publish(whipUrl, token, offer, signal)
    if (refusesMedia(resource.answerSdp)) throw new Error('the WHIP endpoint refused a section')
    peer.setRemoteDescription(reduceAnswer(resource.answerSdp), 'answer')
    const stage = play(track, options, audio, video)
    return {
      resource,
      lost: Promise.race([lost, stage.silent]),
      close: () => {
        stage.stop()
        closeTransport()
      },
    }
  } catch (error) {
    closeTransport()
    throw error
  }
}

function watchState(peer: PeerConnection): Promise<void> {
  return new Promise((resolve) => {
    peer.onStateChange((state) => {
      if (state === 'failed' || state === 'closed' || state === 'disconnected') resolve()
    })
  })
}

/** Plays into an open track and listens to what receivers say; `silent` resolves when they fell silent. */
function play(
  track: Track,
  options: ParticipantOptions,
  audio: StreamNumbers,
  video: StreamNumbers | undefined,
): { silent: Promise<void>; stop(): void } {
  const { clip } = options
  const createdMs = performance.now()
  let player: ClipPlayer | undefined
  let receivedMs = createdMs
  const send = (packet: Buffer) => {
    if (track.isOpen()) track.sendMessageBinary(packet)
  }
  track.onMessage((packet) => {
    if (!isRtcp(packet)) return
    receivedMs = performance.now()
    for (const message of parseRtcp(packet)) player?.onRtcp(message, receivedMs)
  })
  let fellSilent = () => {}
  const silent = new Promise<void>((resolve) => {
    fellSilent = resolve
  })
  const stop = options.everyTick((nowMs) => {
    if (nowMs - receivedMs > (player ? silenceMsMax : openWithinMs)) fellSilent()
    if (!player && track.isOpen()) {
      receivedMs = nowMs
      const numbers = { firstSequence: randomInt(0x10000), firstTimestamp: randomInt(0xffff_ffff) }
      const start = { startMs: nowMs, startWallMs: Date.now(), ...numbers }
      player = createClipPlayer({ clip, audio, video, send, ...start })
    }
    player?.tick(nowMs)
  })
  return { silent, stop }
}
