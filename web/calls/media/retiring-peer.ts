/** The peer before, which carries media while its successor connects. */
export const createRetiringPeer = () => {
  let old: RTCPeerConnection | null = null
  const close = () => {
    old?.close()
    old = null
  }
  return {
    keep: (peer: RTCPeerConnection) => {
      close()
      peer.onconnectionstatechange = null
      old = peer
    },
    close,
  }
}
