import type { IceServer } from '#contract/calls/calls.ts'
import { socketHub } from '#web/realtime/socket.ts'

/** What a media link needs of its surroundings. */
export interface LinkPorts {
  createPeer(iceServers: IceServer[]): RTCPeerConnection
  fetch: typeof fetch
  /**
   * Calls the listener when the server says that it lost the connections of this call or live room and takes new ones.
   * @returns a function that stops listening
   */
  onReopened(id: string, listener: () => void): () => void
}

/**
 * No third party's STUN server: the media server's own candidates suffice, or the relays named by the call.
 */
export const browserLinkPorts: LinkPorts = {
  createPeer: (iceServers) => new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' }),
  fetch: (...input) => fetch(...input),
  onReopened: (id, listener) =>
    socketHub.on('media:reopened', (reopened) => {
      if (reopened.id === id) listener()
    }),
}
