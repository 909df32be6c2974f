import { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { socketHub } from '#web/realtime/socket.ts'
import { withTimeout } from '#web/shell/with-timeout.ts'
import type { DeviceSwitches } from '../media/device-memory.ts'
import { browserLinkPorts } from '../media/link/link-ports.ts'
import {
  type LineOptions,
  type LinePorts,
  openStandingLine,
  type StandingLine,
} from '../media/link/standing-line.ts'
import { grantedDevices } from '../media/local-media.ts'
import { pageId } from './page-id.ts'

/** An offer whose answer takes longer is made again. */
const offerTimeoutMs = 5_000

const linePorts: LinePorts = {
  createPeer: browserLinkPorts.createPeer,
  offer: async (callId, offer) => {
    const request = call(callLinesEndpoints.openCallLine, { callId, pageId: pageId(), offer })
    const answer = await withTimeout(offerTimeoutMs, request)
    if (!answer || (isFailure(answer) && answer.code === 'serverFailure')) return 'lost'
    if (isFailure(answer)) return 'refused'
    const { answer: sdp, publish_resource, subscribe_resource } = answer
    return { sdp, publishResource: publish_resource, subscribeResource: subscribe_resource }
  },
  giveUp: (callId, options) =>
    void call(callLinesEndpoints.closeCallLine, { callId, pageId: pageId() }, options),
}

let granted: Promise<DeviceSwitches> | null = null
let ahead: { callId: string; line: StandingLine; stop: () => void } | null = null

const release = () => {
  ahead?.stop()
  ahead = null
}

const close = () => {
  ahead?.line.close()
  release()
}

/** The line of the call whose screen is about to open: it comes up while that is loaded and drawn. */
export const lineAhead = {
  open: ({ channel_id: callId, call_type, ice_servers: iceServers = [] }: IncomingCallInfo): void => {
    // A live call is answered over connections that the room has already.
    if (call_type === 'live' || ahead?.callId === callId) return
    close()
    const kind = call_type === 'voice' ? call_type : 'video'
    const timer = setTimeout(close, ringTimeoutMs)
    const stopListening = socketHub.on('call:incoming-over', ({ channel_id }) => {
      if (channel_id === callId) close()
    })
    const stop = () => {
      clearTimeout(timer)
      stopListening()
    }
    ahead = { callId, line: openStandingLine({ callId, iceServers, kind }, linePorts), stop }
    granted = grantedDevices()
  },
  /** Which devices open without a question, as the page learnt when the call began to ring. */
  granted: (): Promise<DeviceSwitches> => {
    const learnt = granted
    granted = null
    return learnt ?? grantedDevices()
  },
  /** The line of this page for this call: the one that was opened ahead, or a fresh one. */
  take: (options: LineOptions): StandingLine => {
    const line = ahead?.callId === options.callId ? ahead.line : null
    if (line) release()
    return line ?? openStandingLine(options, linePorts)
  },
} as const
