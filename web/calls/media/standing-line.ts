import type { CallKind, IceServer } from '#contract/calls/calls.ts'
import { isCameraOn } from './device-changes.ts'
import { browserLinkPorts, type LinkPorts } from './link-ports.ts'
import { createMediaLink, type MediaLink } from './media-link.ts'
import { addReceiving, addSilent, attachTracks } from './transceivers.ts'

/** Both connections of this page while its call rings. Nothing is sent over them, because they have no track. */
export interface StandingLine {
  publish: MediaLink
  subscribe: MediaLink
  /** The call is answered with this page in its place: these tracks go out from now on. */
  send(stream: MediaStream): void
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
  const subscribe = createMediaLink(
    { ...standing, endpoint: 'whep', keepsPeer: true, prepare: (peer) => addReceiving(peer, kind) },
    ports,
  )
  publish.open()
  subscribe.open()
  const send = (stream: MediaStream) => attachTracks(publish.peer(), stream, isCameraOn(stream))
  return { publish, subscribe, send, hasPlace: false }
}
