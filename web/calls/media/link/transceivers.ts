import type { CallKind } from '#contract/calls/calls.ts'

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

const addSound = (peer: RTCPeerConnection, track: MediaStreamTrack | 'audio', stream: MediaStream) =>
  peer.addTransceiver(track, { direction: 'sendonly', streams: [stream] })

/**
 * Publishes the own tracks. There is always a place for sound, and in a video call one for the picture: a device that is
 * chosen or plugged in later is sent there, and until then nothing is, not even black. The server refuses an offer of
 * nothing.
 */
export const addSending = (
  peer: RTCPeerConnection,
  stream: MediaStream,
  { kind, isCameraOn }: { kind: CallKind; isCameraOn: boolean } = { kind: 'video', isCameraOn: true },
) => {
  const tracks = stream.getTracks()
  const microphone = tracks.find((track) => track.kind === 'audio')
  addSound(peer, microphone ?? 'audio', stream)
  if (kind === 'voice') return
  const camera = tracks.find((track) => track.kind === 'video')
  preferCodecs(addVideo(peer, isCameraOn && camera ? camera : 'video', stream), 'send')
}

const sendersOf = (peer: RTCPeerConnection | null | undefined) =>
  (peer?.getTransceivers() ?? []).filter(({ direction }) => direction !== 'recvonly')

/** The sender of this kind of track, whether or not it has one now. */
export const senderIn = (peer: RTCPeerConnection | null | undefined, kind: 'audio' | 'video') =>
  sendersOf(peer).find(({ receiver }) => receiver.track.kind === kind)?.sender

export const addReceiving = (peer: RTCPeerConnection, kind: CallKind) => {
  peer.addTransceiver('audio', { direction: 'recvonly' })
  if (kind === 'video') preferCodecs(peer.addTransceiver('video', { direction: 'recvonly' }), 'receive')
}

/** Places for what is published after the answer: without a track nothing is sent in them, not even silence. */
export const addSilent = (peer: RTCPeerConnection, kind: CallKind): void => {
  const stream = new MediaStream()
  addSound(peer, 'audio', stream)
  if (kind === 'video') preferCodecs(addVideo(peer, 'video', stream), 'send')
}

const beingTakenBack = new WeakSet<RTCRtpSender>()

/** Begins to send the own tracks in the places of `addSilent`; a camera that is off takes its place back. */
export const attachTracks = (
  peer: RTCPeerConnection | null,
  stream: MediaStream,
  isCameraOn: boolean,
): void => {
  for (const track of stream.getTracks()) {
    const sender = senderIn(peer, track.kind === 'audio' ? 'audio' : 'video')
    const sent = track.kind === 'video' && !isCameraOn ? null : track
    // A peer that was closed meanwhile refuses; its successor has the tracks from the beginning.
    if (sender && (sender.track !== sent || beingTakenBack.has(sender)))
      sender.replaceTrack(sent).catch(() => undefined)
  }
}

/** Nothing is sent in the places of `addSilent` any more. */
export const detachTracks = (peer: RTCPeerConnection | null): void => {
  for (const { sender } of sendersOf(peer)) {
    // Also of a place whose track is only about to be sent.
    beingTakenBack.add(sender)
    sender
      .replaceTrack(null)
      .catch(() => undefined)
      .finally(() => beingTakenBack.delete(sender))
  }
}
