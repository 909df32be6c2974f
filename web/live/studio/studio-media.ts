import type { CallTokens } from '#contract/calls/calls.ts'
import {
  createOwnDevices,
  type OwnDevices,
  type OwnDevicesView,
  ownDevicesView,
} from '#web/calls/media/device-changes.ts'
import { browserLinkPorts, type LinkPorts } from '#web/calls/media/link/link-ports.ts'
import { createMediaLink, type LinkState, type MediaLink } from '#web/calls/media/link/media-link.ts'
import { addSending, senderIn } from '#web/calls/media/link/transceivers.ts'
import { type LocalMedia, stopTracks } from '#web/calls/media/local-media.ts'
import { onNetworkReturn } from '#web/calls/media/network-hint.ts'
import { type LinkWatch, watchLink } from '#web/calls/media/sample-connection.ts'
import { createStore, type Store } from '#web/shell/store.ts'

export interface StudioMediaView extends OwnDevicesView {
  /** Null before the media is sent. */
  link: LinkState | null
}

export interface StudioMedia extends Omit<OwnDevices, 'close' | 'setKind'> {
  store: Store<StudioMediaView>
  stream: MediaStream
  problems: LocalMedia['problems']
  /** Sends the picture and the sound to the room, and restores the connection until it is stopped. */
  publish(tokens: CallTokens): void
  stopPublishing(options?: { keepalive?: boolean }): void
  /** Stops sending and releases the devices. */
  close(options?: { keepalive?: boolean }): void
}

/** A broadcaster's own picture and sound, from the preview to the end of the room. */
export const openStudioMedia = (
  { stream, problems }: LocalMedia,
  ports: LinkPorts = browserLinkPorts,
): StudioMedia => {
  const store = createStore<StudioMediaView>({ ...ownDevicesView(stream), link: null })
  let link: MediaLink | null = null
  let watch: LinkWatch | null = null
  const { close: letDevicesGo, ...devices } = createOwnDevices({
    kind: 'video',
    stream,
    store,
    senderOf: (track) => senderIn(link?.peer(), track),
  })
  const stopListening = onNetworkReturn(() => {
    watch?.hint()
    link?.retryNow()
  })
  const stopPublishing = (options?: { keepalive?: boolean }) => {
    watch?.stop()
    const before = link
    watch = null
    link = null
    before?.close(options)
    store.update({ link: null })
  }
  return {
    store,
    stream,
    problems,
    ...devices,
    publish: ({ channel_id, rtc_channel_token, ice_servers }) => {
      stopPublishing()
      const made = createMediaLink(
        {
          endpoint: 'whip',
          callId: channel_id,
          token: rtc_channel_token,
          iceServers: ice_servers,
          keepsPeer: false,
          prepare: (peer) => addSending(peer, stream, { kind: 'video', isCameraOn: store.get().isCameraOn }),
          onState: (state) => {
            if (link === made) store.update({ link: state })
          },
        },
        ports,
      )
      link = made
      made.open()
      watch = watchLink(made, {})
    },
    stopPublishing,
    close: (options) => {
      stopPublishing(options)
      stopListening()
      letDevicesGo()
      stopTracks(stream)
    },
  }
}
