import type { CallRole, CallSnapshot, CallTokens } from '#contract/calls/calls.ts'
import type { SideSending } from '#contract/calls/in-call.ts'
import { allOn } from '../media/device-memory.ts'
import type { TakenLine } from '../media/link/preconnected-line.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { MediaSession, MediaView } from '../media/media-session.ts'
import type { CallPorts } from './call-ports.ts'

/** What the page sends, as the other side is told: a device that delivers nothing is off. */
const sendingOf = ({ hasMicrophone, isMuted, hasCamera, isCameraOn, isStalled }: MediaView): SideSending => ({
  microphone: hasMicrophone && !isMuted && !isStalled.microphone,
  camera: hasCamera && isCameraOn && !isStalled.camera,
})

/** Whether the partner's page says that it sends nothing: then silence is no loss of its line. */
export const isPartnerSilent = (call: CallSnapshot | null): boolean => {
  const partner = call?.live.sending[call.role === 'caller' ? 'broadcaster' : 'caller']
  return partner?.microphone === false && !partner.camera
}

/**
 * Opens a call's media as the kind that the call has now, and reports what the page sends: with each change, and now unless
 * it is what the server takes it for.
 *
 * @returns the media, and what stops the telling
 */
export const openCallMedia = (
  ports: Pick<CallPorts, 'openMedia' | 'reportSending'>,
  {
    tokens,
    call,
    role,
    local,
    onlyReceives,
    line,
  }: {
    tokens: CallTokens
    call: CallSnapshot
    role: CallRole
    local: LocalMedia
    onlyReceives: boolean
    line: TakenLine | null
  },
): [MediaSession, () => void] => {
  const { callId } = tokens
  const media = ports.openMedia({
    callId,
    token: tokens.rtc_channel_token,
    iceServers: tokens.ice_servers,
    kind: call.live.kind,
    role,
    local,
    onlyReceives,
    line,
  })
  if (onlyReceives) return [media, () => undefined]
  // What another page said of a running call may still be on its way.
  let told: SideSending | null = call.connectedAt === null ? (call.live.sending[role] ?? allOn) : null
  const report = () => {
    const sending = sendingOf(media.store.get())
    if (sending.microphone === told?.microphone && sending.camera === told.camera) return
    told = sending
    ports.reportSending(callId, sending)
  }
  report()
  return [media, media.store.subscribe(report)]
}
