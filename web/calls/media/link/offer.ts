import type { MediaEndpoint } from './media-link.ts'

const opus = /^a=rtpmap:(\d+) opus\/48000\/2$/m

/** An offer whose opus may come in stereo. Chromium plays it in mono unless its own description asks for stereo. */
const withStereo = (sdp: string): string => {
  const [line, payloadType] = opus.exec(sdp.replaceAll('\r', '')) ?? []
  if (line === undefined) return sdp
  const parameters = new RegExp(`^a=fmtp:${payloadType} .*$`, 'm').exec(sdp)?.[0].trimEnd()
  if (parameters === undefined) return sdp.replace(line, `${line}\r\na=fmtp:${payloadType} stereo=1`)
  return parameters.includes('stereo=1') ? sdp : sdp.replace(parameters, `${parameters};stereo=1`)
}

/**
 * Makes the offer of a peer. Encoders send stereo into live rooms; a browser that can't be asked for it plays the same
 * in mono.
 */
export const describeOffer = async (peer: RTCPeerConnection, endpoint: MediaEndpoint): Promise<void> => {
  if (endpoint === 'whip') return peer.setLocalDescription()
  const { sdp = '' } = await peer.createOffer()
  await peer
    .setLocalDescription({ type: 'offer', sdp: withStereo(sdp) })
    .catch(() => peer.setLocalDescription())
}
