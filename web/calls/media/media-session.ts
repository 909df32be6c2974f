import type { CallKind, CallRole, IceServer } from '#contract/calls/calls.ts'
import type { LineVerdict } from '#domain/calls/quality/line-quality.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import { onNetworkReturn } from '../session/network-hint.ts'
import { createOwnDevices, type OwnDevices, type OwnDevicesView, ownDevicesView } from './device-changes.ts'
import { createEchoWatch } from './echo-watch.ts'
import { type LocalMedia, stopTracks } from './local-media.ts'
import {
  browserLinkPorts,
  createMediaLink,
  type LinkOptions,
  type LinkPorts,
  type LinkState,
} from './media-link.ts'
import { watchLink } from './sample-connection.ts'

/**
 * A call's media in the browser: publishes the member's own tracks by WHIP, receives the partner's by WHEP,
 * and restores either until the call ends. No React and no rules of calls.
 */
/** `quiet`: the own line may work, and the partner's media doesn't arrive. */
export type MediaState = 'connecting' | 'flowing' | 'quiet' | 'reconnecting' | 'failed'

export interface MediaView extends OwnDevicesView {
  local: MediaStream | null
  remote: MediaStream | null
  state: MediaState
  /** The quality that the screen shows; null before anything was measured. */
  quality: LineVerdict | null
  /** The own microphone picks up the partner's voice: reported once a call. */
  hasEcho: boolean
}

export interface MediaSession extends Omit<OwnDevices, 'close' | 'setKind'> {
  store: Store<MediaView>
  /** The call goes on with or without pictures: both directions are offered again, and the camera follows. */
  setKind(kind: CallKind): void
  close(options?: { keepalive?: boolean }): void
}

/**
 * The caller pays for media that arrives, and is informed for as long as none does. A broadcaster may
 * continue with a caller who sends nothing.
 */
const quietMsMax = { caller: Number.POSITIVE_INFINITY, broadcaster: 12_000 } as const satisfies Record<
  CallRole,
  number
>

/**
 * The picture twice, the smaller one first, as the media server expects it: a partner whose bandwidth drops
 * gets the smaller one at once. Bits per second; the smaller one has the server's `lowerLayersBps`.
 */
export const videoEncodings = [
  { rid: 'l', scaleResolutionDownBy: 2, maxBitrate: 200_000 },
  { rid: 'h', scaleResolutionDownBy: 1, maxBitrate: 1_500_000 },
] as const satisfies RTCRtpEncodingParameters[]

/**
 * The codecs of the media server, in its order of preference; the rest of the browser's list isn't offered.
 */
const codecOrder = ['video/vp8', 'video/h264', 'video/rtx']

export const preferredCodecs = <T extends { mimeType: string }>(codecs: readonly T[]): T[] =>
  codecOrder.flatMap((mimeType) => codecs.filter((codec) => codec.mimeType.toLowerCase() === mimeType))

const preferCodecs = (transceiver: RTCRtpTransceiver, direction: 'send' | 'receive') => {
  const source = direction === 'send' ? RTCRtpSender : RTCRtpReceiver
  const codecs = preferredCodecs(source.getCapabilities('video')?.codecs ?? [])
  if (codecs.length > 0) transceiver.setCodecPreferences?.(codecs)
}

/** A browser that can't send a picture twice sends it once. */
const addVideo = (peer: RTCPeerConnection, track: MediaStreamTrack | 'video', stream: MediaStream) => {
  const [, { maxBitrate }] = videoEncodings
  const common: RTCRtpTransceiverInit = { direction: 'sendonly', streams: [stream] }
  try {
    return peer.addTransceiver(track, { ...common, sendEncodings: [...videoEncodings] })
  } catch {
    return peer.addTransceiver(track, { ...common, sendEncodings: [{ maxBitrate }] })
  }
}

/**
 * Publishes the own tracks. A video call always has a place for the picture; while the camera is off nothing is sent in
 * it, not even black.
 */
export const addSending = (
  peer: RTCPeerConnection,
  stream: MediaStream,
  { kind, isCameraOn }: { kind: CallKind; isCameraOn: boolean } = { kind: 'video', isCameraOn: true },
) => {
  const tracks = stream.getTracks()
  for (const track of tracks.filter((each) => each.kind === 'audio'))
    peer.addTransceiver(track, { direction: 'sendonly', streams: [stream] })
  if (kind === 'voice') return
  const camera = tracks.find((track) => track.kind === 'video')
  preferCodecs(addVideo(peer, isCameraOn && camera ? camera : 'video', stream), 'send')
}

/** The sender of this kind of track, whether or not it has one now. */
export const senderIn = (peer: RTCPeerConnection | null | undefined, kind: 'audio' | 'video') =>
  peer?.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender

export const addReceiving = (peer: RTCPeerConnection, kind: CallKind) => {
  peer.addTransceiver('audio', { direction: 'recvonly' })
  if (kind === 'video') preferCodecs(peer.addTransceiver('video', { direction: 'recvonly' }), 'receive')
}

/** The two directions as the one state that the screen shows. */
export const stateOfLinks = (
  publish: LinkState | null,
  subscribe: LinkState,
  isQuiet = false,
): MediaState => {
  const links = publish === null ? [subscribe] : [publish, subscribe]
  if (links.includes('refused') || links.includes('closed')) return 'failed'
  if (links.includes('reconnecting')) return 'reconnecting'
  if (isQuiet) return 'quiet'
  return links.every((link) => link === 'flowing') ? 'flowing' : 'connecting'
}

interface MediaSessionOptions {
  callId: string
  token: string
  iceServers: IceServer[]
  kind: CallKind
  local: LocalMedia
  role: CallRole
  /** Nothing is sent, also no empty picture. */
  onlyReceives?: boolean
}

/** Opens both directions of a call's media and writes their common state to the store. */
const openLinks = (
  options: MediaSessionOptions & { kindNow: () => CallKind },
  store: Store<MediaView>,
  ports: LinkPorts,
) => {
  const { callId, token, iceServers, local, kindNow } = options
  const states: { publish: LinkState | null; subscribe: LinkState; isQuiet: boolean } = {
    publish: null,
    subscribe: 'connecting',
    isQuiet: false,
  }
  const updateState = (change: Partial<typeof states>) => {
    Object.assign(states, change)
    store.update({ state: stateOfLinks(states.publish, states.subscribe, states.isQuiet) })
  }
  const room = { callId, token, iceServers }
  const publishing: LinkOptions = {
    ...room,
    endpoint: 'whip',
    keepsPeer: false,
    prepare: (peer) =>
      addSending(peer, local.stream, { kind: kindNow(), isCameraOn: store.get().isCameraOn }),
    onState: (state) => updateState({ publish: state }),
  }
  const subscribing: LinkOptions = {
    ...room,
    endpoint: 'whep',
    keepsPeer: true,
    prepare: (peer) => {
      addReceiving(peer, kindNow())
      const remote = new MediaStream()
      peer.ontrack = ({ track }) => {
        remote.addTrack(track)
        store.update({ remote })
      }
    },
    onState: (state) => updateState({ subscribe: state }),
  }
  const sends = !options.onlyReceives && (local.stream.getTracks().length > 0 || kindNow() === 'video')
  const publish = sends ? createMediaLink(publishing, ports) : null
  const subscribe = createMediaLink(subscribing, ports)
  publish?.open()
  subscribe.open()
  const echo = createEchoWatch(() => store.update({ hasEcho: true }))
  const watches = [
    watchLink(subscribe, {
      quietMsMax: quietMsMax[options.role],
      onQuiet: (isQuiet) => updateState({ isQuiet }),
      onQuality: (quality) => store.update({ quality }),
      onStats: echo.addReceived,
    }),
    ...(publish ? [watchLink(publish, { onStats: echo.addSent })] : []),
  ]
  return { publish, subscribe, watches }
}

export const openMediaSession = (
  options: MediaSessionOptions,
  ports: LinkPorts = browserLinkPorts,
): MediaSession => {
  const { stream } = options.local
  let { kind } = options
  const store = createStore<MediaView>({
    local: stream,
    remote: null,
    state: 'connecting',
    quality: null,
    hasEcho: false,
    ...ownDevicesView(stream),
  })
  const { publish, subscribe, watches } = openLinks({ ...options, kindNow: () => kind }, store, ports)
  const {
    close: letDevicesGo,
    setKind: setDevices,
    ...devices
  } = createOwnDevices({
    kind,
    stream,
    store,
    senderOf: (track) => senderIn(publish?.peer(), track),
  })
  const stopListening = onNetworkReturn(() => {
    for (const watch of watches) watch.hint()
    publish?.retryNow()
    subscribe.retryNow()
  })
  return {
    store,
    ...devices,
    setKind: (next) => {
      if (next === kind) return
      kind = next
      setDevices(next)
      publish?.renew()
      subscribe.renew()
    },
    close: (closing) => {
      for (const watch of watches) watch.stop()
      stopListening()
      letDevicesGo()
      publish?.close(closing)
      subscribe.close(closing)
      stopTracks(stream)
    },
  }
}
