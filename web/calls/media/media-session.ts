import type { CallKind, CallRole, IceServer } from '#contract/calls/calls.ts'
import type { CallQuality } from '#domain/calls/quality/line-quality.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import { createReportWatch } from './connection-watch.ts'
import { createOwnDevices, type OwnDevices, type OwnDevicesView, ownDevicesView } from './device-changes.ts'
import { createEchoWatch } from './echo-watch.ts'
import { browserLinkPorts, type LinkPorts } from './link/link-ports.ts'
import { createMediaLink, type LinkOptions, type LinkState } from './link/media-link.ts'
import type { TakenLine } from './link/preconnected-line.ts'
import { createRemoteTracks } from './link/remote-tracks.ts'
import { addReceiving, addSending, attachTracks, senderIn } from './link/transceivers.ts'
import { type LocalMedia, stopTracks } from './local-media.ts'
import { onNetworkReturn } from './network-hint.ts'
import { watchLink } from './sample-connection.ts'

/** `quiet`: the own line may work, and the partner's media doesn't arrive. */
export type MediaState = 'connecting' | 'flowing' | 'quiet' | 'reconnecting' | 'failed'

export interface MediaView extends OwnDevicesView {
  local: MediaStream | null
  /** Null until the partner's connection is there; the same stream from then on. */
  remote: MediaStream | null
  /** Another one after each fresh connection. */
  soundTrackId: string | null
  state: MediaState
  /** The quality that the screen shows; null before anything was measured. */
  quality: CallQuality | null
  /** The own microphone picks up the partner's voice: reported once a call. */
  hasEcho: boolean
}

/**
 * A call's media in the browser: publishes the member's own tracks by WHIP, receives the partner's by WHEP,
 * and restores either until the call ends. No React and no rules of calls.
 */
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
  /** What stood while the call rang, where this page has the place in the room. */
  line?: TakenLine | null
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
  const { line = null } = options
  const show = ({ kind, id }: MediaStreamTrack) =>
    store.update({ remote: remote.stream, ...(kind === 'audio' ? { soundTrackId: id } : {}) })
  const remote = createRemoteTracks(line?.remote ?? new MediaStream(), show)
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
      remote.follow(peer)
    },
    onState: (state) => updateState({ subscribe: state }),
  }
  const sends = !options.onlyReceives && (local.stream.getTracks().length > 0 || kindNow() === 'video')
  const publish = sends || line ? createMediaLink(publishing, ports, line?.publishing) : null
  const subscribe = createMediaLink(subscribing, ports, line?.subscribing)
  if (line) {
    attachTracks(line.publishing.peer.connection, local.stream, store.get().isCameraOn)
    for (const track of line.remote.getTracks()) show(track)
  }
  publish?.open()
  subscribe.open()
  const echo = createEchoWatch(() => store.update({ hasEcho: true }))
  const reports = createReportWatch(() => {
    if (states.publish === 'flowing') publish?.renew()
  })
  const onSent = (stats: readonly Record<string, unknown>[]) => {
    echo.addSent(stats)
    reports.add(stats, performance.now())
  }
  const watches = [
    watchLink(subscribe, {
      quietMsMax: quietMsMax[options.role],
      expectsMedia: options.role === 'caller',
      onQuiet: (isQuiet) => updateState({ isQuiet }),
      onQuality: (quality) => store.update({ quality }),
      onStats: echo.addReceived,
    }),
    ...(publish ? [watchLink(publish, { onlySends: true, onStats: onSent })] : []),
  ]
  return { publish, subscribe, remote, watches }
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
    soundTrackId: null,
    state: 'connecting',
    quality: null,
    hasEcho: false,
    ...ownDevicesView(stream),
  })
  const { publish, subscribe, remote, watches } = openLinks({ ...options, kindNow: () => kind }, store, ports)
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
      if (next === 'voice') remote.dropPicture()
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
