/** A peer connection, as a link has it: its own, or one that it shares with the link of the other direction. */
export interface HeldPeer {
  readonly connection: RTCPeerConnection
  /** One direction alone can't offer it again. */
  readonly isShared: boolean
  /** Is told each state from now on; the listener before isn't any more. Null: nobody is. */
  onState(listener: ((state: RTCPeerConnectionState) => void) | null): void
  /** Lets it go. A shared one closes with the last who has it. */
  close(): void
}

export const ownPeer = (connection: RTCPeerConnection): HeldPeer => ({
  connection,
  isShared: false,
  onState: (listener) => {
    connection.onconnectionstatechange = listener && (() => listener(connection.connectionState))
  },
  close: () => connection.close(),
})

/**
 * Both directions of one connection.
 *
 * @param onPublishingLeft the connection goes on, and nothing is to be sent over it any more
 */
export const sharePeer = (
  connection: RTCPeerConnection,
  onPublishingLeft: () => void,
): { publishing: HeldPeer; subscribing: HeldPeer } => {
  type Half = 'publishing' | 'subscribing'
  const listeners = new Map<Half, ((state: RTCPeerConnectionState) => void) | null>([
    ['publishing', null],
    ['subscribing', null],
  ])
  connection.onconnectionstatechange = () => {
    for (const half of [...listeners.keys()]) listeners.get(half)?.(connection.connectionState)
  }
  const halfOf = (half: Half): HeldPeer => ({
    connection,
    isShared: true,
    onState: (listener) => {
      if (listeners.has(half)) listeners.set(half, listener)
    },
    close: () => {
      if (!listeners.delete(half)) return
      if (listeners.size === 0) {
        connection.onconnectionstatechange = null
        connection.close()
      } else if (half === 'publishing') onPublishingLeft()
    },
  })
  return { publishing: halfOf('publishing'), subscribing: halfOf('subscribing') }
}

/** The peer before, which carries media while its successor connects. */
export const createRetiring = () => {
  let old: HeldPeer | null = null
  const close = () => {
    old?.close()
    old = null
  }
  return {
    keep: (peer: HeldPeer) => {
      close()
      peer.onState(null)
      old = peer
    },
    close,
  }
}
