import { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { socketHub } from '#web/realtime/socket.ts'
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
    const signal = AbortSignal.timeout(offerTimeoutMs)
    const answer = await call(
      callLinesEndpoints.openCallLine,
      { callId, pageId: pageId(), offer },
      { signal },
    )
    if (isFailure(answer)) return answer.code === 'serverFailure' ? 'lost' : 'refused'
    const { answer: sdp, publish_resource, subscribe_resource, ice_servers } = answer
    return {
      sdp,
      publishResource: publish_resource,
      subscribeResource: subscribe_resource,
      iceServers: ice_servers,
    }
  },
  giveUp: (callId, options) =>
    void call(callLinesEndpoints.closeCallLine, { callId, pageId: pageId() }, options),
}

/** Which devices opened without a question when this call began to ring. */
let learnt: { callId: string; granted: Promise<DeviceSwitches> } | null = null
/** The screen was faster. */
let taken: string | null = null
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
  open: ({ channel_id: callId, call_type }: IncomingCallInfo): void => {
    // A live call is answered over connections that the room has already.
    if (call_type === 'live' || ahead?.callId === callId || taken === callId) return
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
    ahead = { callId, line: openStandingLine({ callId, iceServers: [], kind }, linePorts), stop }
    learnt = { callId, granted: grantedDevices() }
  },
  /** @param ringing the call that rings here, if any: of it the page has learnt that already */
  granted: (ringing: string | null): Promise<DeviceSwitches> =>
    learnt && learnt.callId === ringing ? learnt.granted : grantedDevices(),
  /** The line of this page for this call: the one that was opened ahead, or a fresh one. */
  take: (options: LineOptions): StandingLine => {
    const line = ahead?.callId === options.callId ? ahead.line : null
    if (line) release()
    taken = options.callId
    return line ?? openStandingLine(options, linePorts)
  },
} as const
