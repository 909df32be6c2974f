import { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { socketHub } from '#web/realtime/socket.ts'
import type { DeviceSwitches } from '../media/device-memory.ts'
import {
  type LineOptions,
  type LinePorts,
  openPreconnectedLine,
  type PreconnectedLine,
} from '../media/link/preconnected-line.ts'
import { newPeer, preconnectedPeer } from '../media/link/preconnected-peer.ts'
import { grantedDevices } from '../media/local-media.ts'
import { pageId } from './page-id.ts'

/** An offer whose answer takes longer is made again. */
const offerTimeoutMs = 5_000

/** Offers of this page, whatever they are for. */
let attempts = 0

const linePorts: LinePorts = {
  takePeer: preconnectedPeer.take,
  createPeer: newPeer,
  offer: async (callId, offer) => {
    attempts += 1
    const request = { callId, pageId: pageId(), attempt: attempts, offer }
    const signal = AbortSignal.timeout(offerTimeoutMs)
    const answer = await call(callLinesEndpoints.openCallLine, request, { signal })
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
    void call(callLinesEndpoints.closeCallLine, { callId, pageId: pageId(), attempt: attempts }, options),
}

interface Ring {
  callId: string
  /** Null once the call's screen has it. */
  line: PreconnectedLine | null
  /** Which devices opened without a question when it began. */
  granted: Promise<DeviceSwitches>
  stop(): void
}

/** The call that this page was told of, for as long as it may ring. */
let ring: Ring | null = null
/** The screen of this call was faster than its ring. */
let taken: string | null = null

const forget = () => {
  ring?.stop()
  ring?.line?.close()
  ring = null
}

/** The line of the call whose screen is about to open: it comes up while that is loaded and drawn. */
export const preopenedLine = {
  /** The page may ring or be rung: what doesn't depend on the call is done while it is at rest. */
  prepare: (): void => {
    preconnectedPeer.prepare()
    void grantedDevices()
  },
  open: ({ channel_id: callId, call_type }: IncomingCallInfo): void => {
    // A live call is answered over connections that the room has already.
    if (call_type === 'live' || ring?.callId === callId || taken === callId) return
    forget()
    const kind = call_type === 'voice' ? call_type : 'video'
    const timer = setTimeout(forget, ringTimeoutMs)
    const stopListening = socketHub.on('call:incoming-over', ({ channel_id }) => {
      if (channel_id === callId) forget()
    })
    const stop = () => {
      clearTimeout(timer)
      stopListening()
    }
    const line = openPreconnectedLine({ callId, iceServers: [], kind }, linePorts)
    ring = { callId, line, granted: grantedDevices(), stop }
  },
  /** Whether the server has just told this page that the call rings, and not yet that it is over. */
  rings: (callId: string | null): boolean => ring !== null && ring.callId === callId,
  /** @param ringing the call that rings here, if any: of it the page has learnt that already */
  granted: (ringing: string | null): Promise<DeviceSwitches> =>
    ring && ring.callId === ringing ? ring.granted : grantedDevices(),
  /** The line of this page for this call: the one that was opened ahead, or a fresh one. */
  take: (options: LineOptions): PreconnectedLine => {
    const line = ring?.callId === options.callId ? ring.line : null
    if (ring && line) ring.line = null
    taken = options.callId
    return line ?? openPreconnectedLine(options, linePorts)
  },
} as const
