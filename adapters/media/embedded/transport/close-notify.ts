import type { PeerConnection } from 'node-datachannel'
import { transportLines } from '../signaling/negotiate.ts'
import type { TransportParameters } from '../signaling/sdp.ts'

/** By then the alert has left; it takes about a millisecond. */
const leavesWithinMs = 50

/**
 * Tells the client by a close_notify alert of DTLS that the server ends the open connection. Resolves when the
 * connection can be closed. Without the alert browsers and pion take 5 s and more to notice.
 *
 * libdatachannel (0.24.5) means to send the alert in `close()`, and nearly never does: one of its threads is to send
 * it, and another destroys the DTLS transport a moment earlier (19 of 20 times). On one other occasion it shuts DTLS
 * down and destroys nothing: when an SCTP transport on top of it can't start. So the connection gets an SCTP transport
 * that can't start, because it is to connect to port 0. Nothing of this is sent to the client. If another version of
 * the library behaves differently, the connection closes all the same, without the alert.
 */
export const sendCloseNotify = (
  connection: PeerConnection,
  peer: TransportParameters,
  localSetup: string,
): Promise<void> => {
  const setup = localSetup === 'active' ? 'passive' : 'active'
  try {
    connection.createDataChannel('close')
    connection.setLocalDescription('offer')
    connection.setRemoteDescription(unconnectableAnswer({ ...peer, setup }), 'answer')
  } catch {
    // As intended.
  }
  return new Promise((resolve) => setTimeout(resolve, leavesWithinMs))
}

/** Goes with the offer that the library has just made: the section for media, and one for data. */
const unconnectableAnswer = (peer: TransportParameters): string => {
  const transport = transportLines(peer)
  return [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=rtcp-mux',
    'a=sendrecv',
    ...transport,
    'a=rtpmap:96 VP8/90000',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    'a=mid:1',
    ...transport,
    'a=sctp-port:0',
    '',
  ].join('\r\n')
}
