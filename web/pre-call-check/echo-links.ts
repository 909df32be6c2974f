import { browserLinkPorts, type LinkPorts } from '#web/calls/media/link/link-ports.ts'
import { createMediaLink, type LinkOptions } from '#web/calls/media/link/media-link.ts'
import { addReceiving, addSending } from '#web/calls/media/link/transceivers.ts'
import type { CheckPorts } from './check-ports.ts'
import { echoSampleOf } from './connection-figures.ts'

/** A call's own link retries an unanswered offer after 6 s; here one attempt is enough. */
const pathTimeoutMs = 7_000

/** Only the path that is to be tried: without relays, or through relays only. */
const portsOf = (way: 'direct' | 'relay'): LinkPorts => ({
  ...browserLinkPorts,
  createPeer: (iceServers) =>
    way === 'relay'
      ? new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle', iceTransportPolicy: 'relay' })
      : browserLinkPorts.createPeer([]),
})

/** Receives from the echo room, which needs neither camera nor microphone. */
export const tryPath: CheckPorts['tryPath'] = (way, { testId, token, iceServers }) => {
  const startedAt = performance.now()
  const { promise: over, resolve } = Promise.withResolvers<number | null>()
  const link = createMediaLink(
    {
      endpoint: 'whep',
      callId: testId,
      token,
      iceServers,
      keepsPeer: false,
      prepare: (peer) => addReceiving(peer, 'voice'),
      onState: (state) => {
        if (state === 'flowing') resolve(performance.now() - startedAt)
        if (state === 'refused' || state === 'closed') resolve(null)
      },
    },
    portsOf(way),
  )
  const timer = setTimeout(() => link.close(), pathTimeoutMs)
  void over.then(() => {
    clearTimeout(timer)
    link.close()
  })
  link.open()
  return { over, stop: () => link.close() }
}

const statsOf = async (peer: RTCPeerConnection | null): Promise<Record<string, unknown>[]> =>
  peer ? [...(await peer.getStats()).values()] : []

/** Both directions, as a call has them. */
export const openLine: CheckPorts['openLine'] = ({ testId, token, iceServers }, local, onRemote) => {
  const room = { callId: testId, token, iceServers, onState: () => undefined }
  const publishing: LinkOptions = {
    ...room,
    endpoint: 'whip',
    keepsPeer: false,
    prepare: (peer) => addSending(peer, local),
  }
  const subscribing: LinkOptions = {
    ...room,
    endpoint: 'whep',
    keepsPeer: true,
    prepare: (peer) => {
      addReceiving(peer, local.getVideoTracks().length > 0 ? 'video' : 'voice')
      const remote = new MediaStream()
      peer.ontrack = ({ track }) => {
        remote.addTrack(track)
        onRemote(remote)
      }
    },
  }
  const links = [publishing, subscribing].map((options) => createMediaLink(options, browserLinkPorts))
  const [publish, subscribe] = links
  for (const link of links) link.open()
  return {
    sample: async () => {
      const peers = [publish, subscribe].map((link) => statsOf(link?.peer() ?? null))
      const [sent = [], received = []] = await Promise.all(peers)
      return echoSampleOf(sent, received, performance.now())
    },
    close: (options) => {
      for (const link of links) link.close(options)
    },
  }
}
