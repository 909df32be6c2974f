import type { CallKind, IceServer } from '../../contract/calls.ts'
import { isSilent, type LinkQuality, type LinkSample, qualityBetween, sampleOf } from './link-quality.ts'
import {
  acquireTrack,
  countCameras,
  type Facing,
  type LocalMedia,
  stopTracks,
  videoWish,
} from './local-media.ts'
import {
  browserLinkPorts,
  createMediaLink,
  type LinkPorts,
  type LinkState,
  type MediaLink,
} from './media-link.ts'
import { createStore, type Store } from './store.ts'

/**
 * A call's media in the browser: publishes the own tracks by WHIP, receives the partner's by WHEP, and brings
 * either back until the call ends. No React and no call rules.
 */
export type MediaState = 'connecting' | 'flowing' | 'reconnecting' | 'failed'

export interface MediaView {
  local: MediaStream | null
  remote: MediaStream | null
  state: MediaState
  quality: LinkQuality
  hasMicrophone: boolean
  hasCamera: boolean
  isMuted: boolean
  isCameraOn: boolean
  facing: Facing
  /** More than one can be changed between. */
  cameraCount: number
}

export interface MediaSession {
  store: Store<MediaView>
  setMuted(isMuted: boolean): void
  setCameraOn(isOn: boolean): void
  /** Changes to the other camera. Resolves when it is in the picture, or stays when there is none. */
  flipCamera(): Promise<void>
  close(options?: { keepalive?: boolean }): void
}

const sampleEveryMs = 2_000
/** So many samples without a byte, and the receiving side is opened anew. */
const silentSamplesMax = 3
const videoBitrateMax = 1_500_000

/** The codecs of the media server, in its order of preference; the rest of the browser's list isn't offered. */
const codecOrder = ['video/vp8', 'video/h264', 'video/rtx']

export const preferredCodecs = <T extends { mimeType: string }>(codecs: readonly T[]): T[] =>
  codecOrder.flatMap((mimeType) => codecs.filter((codec) => codec.mimeType.toLowerCase() === mimeType))

const preferCodecs = (transceiver: RTCRtpTransceiver, direction: 'send' | 'receive') => {
  const source = direction === 'send' ? RTCRtpSender : RTCRtpReceiver
  const codecs = preferredCodecs(source.getCapabilities('video')?.codecs ?? [])
  if (codecs.length > 0) transceiver.setCodecPreferences?.(codecs)
}

const addSending = (peer: RTCPeerConnection, stream: MediaStream) => {
  for (const track of stream.getTracks()) {
    const isVideo = track.kind === 'video'
    const transceiver = peer.addTransceiver(track, {
      direction: 'sendonly',
      streams: [stream],
      ...(isVideo ? { sendEncodings: [{ maxBitrate: videoBitrateMax }] } : {}),
    })
    if (isVideo) preferCodecs(transceiver, 'send')
  }
}

const addReceiving = (peer: RTCPeerConnection, kind: CallKind) => {
  peer.addTransceiver('audio', { direction: 'recvonly' })
  if (kind === 'video') preferCodecs(peer.addTransceiver('video', { direction: 'recvonly' }), 'receive')
}

/** The two directions as one state: what the screen says about the line. */
export const stateOfLinks = (publish: LinkState | null, subscribe: LinkState): MediaState => {
  const links = publish === null ? [subscribe] : [publish, subscribe]
  if (links.includes('refused') || links.includes('closed')) return 'failed'
  if (links.includes('reconnecting')) return 'reconnecting'
  return links.every((link) => link === 'flowing') ? 'flowing' : 'connecting'
}

interface MediaSessionOptions {
  callId: string
  token: string
  iceServers: IceServer[]
  kind: CallKind
  local: LocalMedia
}

/** Watches what arrives: tells its quality, and asks for a new connection when nothing does. */
const watchReceiving = (link: MediaLink, store: Store<MediaView>) => {
  let before: { peer: RTCPeerConnection; sample: LinkSample } | null = null
  let silentSamples = 0
  const take = async () => {
    const peer = link.peer()
    if (peer?.connectionState !== 'connected') return
    const reports: Record<string, unknown>[] = []
    for (const report of (await peer.getStats()).values()) reports.push(report)
    const sample = sampleOf(reports)
    if (before?.peer === peer) {
      silentSamples = isSilent(before.sample, sample) ? silentSamples + 1 : 0
      store.update({ quality: qualityBetween(before.sample, sample) })
    }
    before = { peer, sample }
    if (silentSamples >= silentSamplesMax) {
      silentSamples = 0
      link.reopen()
    }
  }
  const timer = setInterval(() => void take().catch(() => undefined), sampleEveryMs)
  return () => clearInterval(timer)
}

export const openMediaSession = (
  options: MediaSessionOptions,
  ports: LinkPorts = browserLinkPorts,
): MediaSession => {
  const { stream } = options.local
  const cameraTrack = () => stream.getVideoTracks()[0] ?? null
  const microphoneTrack = () => stream.getAudioTracks()[0] ?? null
  const store = createStore<MediaView>({
    local: stream,
    remote: null,
    state: 'connecting',
    quality: 'unknown',
    hasMicrophone: microphoneTrack() !== null,
    hasCamera: cameraTrack() !== null,
    isMuted: false,
    isCameraOn: cameraTrack() !== null,
    facing: 'user',
    cameraCount: 0,
  })
  const states: { publish: LinkState | null; subscribe: LinkState } = {
    publish: null,
    subscribe: 'connecting',
  }
  const tell = (change: Partial<typeof states>) => {
    Object.assign(states, change)
    store.update({ state: stateOfLinks(states.publish, states.subscribe) })
  }
  const { callId, token, iceServers } = options
  const door = { callId, token, iceServers }
  const publish =
    stream.getTracks().length > 0
      ? createMediaLink(
          {
            ...door,
            door: 'whip',
            prepare: (peer) => addSending(peer, stream),
            onState: (state) => tell({ publish: state }),
          },
          ports,
        )
      : null
  const subscribe = createMediaLink(
    {
      ...door,
      door: 'whep',
      prepare: (peer) => {
        addReceiving(peer, options.kind)
        const remote = new MediaStream()
        peer.ontrack = ({ track }) => {
          remote.addTrack(track)
          store.update({ remote })
        }
      },
      onState: (state) => tell({ subscribe: state }),
    },
    ports,
  )
  publish?.open()
  subscribe.open()
  const stopWatching = watchReceiving(subscribe, store)

  const noteCameras = () => {
    void countCameras().then((cameraCount) => store.update({ cameraCount }))
  }
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (options.kind === 'video') {
    noteCameras()
    devices?.addEventListener('devicechange', noteCameras)
  }

  /** Puts a new track in the place of one of its kind, without a new connection. */
  const replace = async (next: MediaStreamTrack) => {
    for (const old of stream.getTracks().filter((track) => track.kind === next.kind)) stream.removeTrack(old)
    stream.addTrack(next)
    const senders = publish?.peer()?.getSenders() ?? []
    await senders.find((sender) => sender.track?.kind === next.kind)?.replaceTrack(next)
  }

  const flipCamera = async () => {
    const old = cameraTrack()
    if (!old) return
    const facing: Facing = store.get().facing === 'user' ? 'environment' : 'user'
    // A phone opens one camera at a time: the old one goes first.
    old.stop()
    const next =
      (await acquireTrack({ video: { ...videoWish(facing), facingMode: { exact: facing } } })) ??
      (await acquireTrack({ video: await otherCamera(old) }))
    const shown = next ?? (await acquireTrack({ video: videoWish(store.get().facing) }))
    if (!shown) return store.update({ hasCamera: false, isCameraOn: false })
    shown.enabled = store.get().isCameraOn
    await replace(shown)
    const told = shown.getSettings().facingMode
    store.update({
      facing: told === 'user' || told === 'environment' ? told : next ? facing : store.get().facing,
    })
  }

  return {
    store,
    setMuted: (isMuted) => {
      const track = microphoneTrack()
      if (!track) return
      track.enabled = !isMuted
      store.update({ isMuted })
    },
    setCameraOn: (isOn) => {
      const track = cameraTrack()
      if (!track) return
      track.enabled = isOn
      store.update({ isCameraOn: isOn })
    },
    flipCamera,
    close: (closing) => {
      stopWatching()
      devices?.removeEventListener('devicechange', noteCameras)
      publish?.close(closing)
      subscribe.close(closing)
      stopTracks(stream)
    },
  }
}

/** Desktop cameras face nowhere: the next device of the list is the other one. */
const otherCamera = async (current: MediaStreamTrack): Promise<MediaTrackConstraints> => {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(
    ({ kind }) => kind === 'videoinput',
  )
  const at = cameras.findIndex(({ deviceId }) => deviceId === current.getSettings().deviceId)
  const next = cameras[(at + 1) % Math.max(1, cameras.length)]
  return next ? { deviceId: { exact: next.deviceId } } : videoWish('user')
}
