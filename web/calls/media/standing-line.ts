import type { CallKind, IceServer } from '#contract/calls/calls.ts'
import { isCameraOn } from './device-changes.ts'
import { browserLinkPorts, type LinkPorts } from './link-ports.ts'
import { createMediaLink, type MediaLink } from './media-link.ts'
import { addReceiving, addSilent, attachTracks, detachTracks } from './transceivers.ts'

/** Both connections of this page while its call rings. Without a track nothing is sent over them. */
export interface StandingLine {
  publish: MediaLink
  subscribe: MediaLink
  /** What the partner sends once the call is answered. */
  remote: MediaStream
  /** This page accepts, or has the place: these tracks go out from now on. */
  send(stream: MediaStream): void
  /** The accept came to nothing: no track goes out any more. */
  sendNothing(): void
  /** This page has the place in the room: the connections go on there. */
  hasPlace: boolean
}

interface StandingLineOptions {
  callId: string
  /** Of the endpoints while the call rings. */
  token: string
  iceServers: IceServer[]
  kind: CallKind
}

export const openStandingLine = (
  { kind, ...room }: StandingLineOptions,
  ports: LinkPorts = browserLinkPorts,
): StandingLine => {
  const standing = { ...room, isStanding: true, onState: () => undefined }
  const publish = createMediaLink(
    { ...standing, endpoint: 'whip', keepsPeer: false, prepare: (peer) => addSilent(peer, kind) },
    ports,
  )
  const remote = new MediaStream()
  const prepare = (peer: RTCPeerConnection) => {
    addReceiving(peer, kind)
    for (const track of remote.getTracks()) remote.removeTrack(track)
    for (const { track } of peer.getReceivers()) remote.addTrack(track)
  }
  const subscribe = createMediaLink({ ...standing, endpoint: 'whep', keepsPeer: true, prepare }, ports)
  publish.open()
  subscribe.open()
  const send = (stream: MediaStream) => attachTracks(publish.peer(), stream, isCameraOn(stream))
  const sendNothing = () => detachTracks(publish.peer())
  return { publish, subscribe, remote, send, sendNothing, hasPlace: false }
}
