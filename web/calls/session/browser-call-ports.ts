import { callsEndpoints } from '#contract/calls/calls.ts'
import { payCallPointEndpoints } from '#contract/calls/pay-call-point.ts'
import { randomCallsEndpoints } from '#contract/calls/random-calls.ts'
import { call } from '#contract/core/client.ts'
import { watchEndpoints } from '#contract/live/rooms.ts'
import { socketHub } from '#web/realtime/socket.ts'
import { deviceMemory } from '../media/device-memory.ts'
import { acquireLocalMedia, stopTracks, switchLocalDevice } from '../media/local-media.ts'
import { openMediaSession } from '../media/media-session.ts'
import { preopenCamera } from '../media/preopened-camera.ts'
import type { CallEvent, CallPorts } from './call-ports.ts'
import { callStorage, runningCall } from './call-storage.ts'
import { pageId } from './page-id.ts'
import { preopenedLine } from './preopened-line.ts'

const payEndpoints = {
  video: payCallPointEndpoints.payVideoCallPoint,
  voice: payCallPointEndpoints.payVoiceCallPoint,
  live: payCallPointEndpoints.payLivePoint,
  sideWatch: payCallPointEndpoints.paySideWatchPoint,
} as const

const onCallEvent = (listener: (event: CallEvent) => void) => {
  const stops = [
    socketHub.on('call:changed', (changed) => listener({ call: changed })),
    socketHub.on('call:incoming-over', ({ channel_id }) => listener({ overCallId: channel_id })),
    socketHub.onUp(() => listener({ socketBack: true })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

// crypto.randomUUID exists on https and localhost only, as cameras and microphones do.
const newId = () => crypto.randomUUID()

/**
 * One page of the member has the call, the newest one. Tabs of the same browser learn that without the
 * server.
 */
const claim = (callId: string, onClaimedElsewhere: () => void) => {
  const stopListening = socketHub.on('call:taken', (claimed) => {
    if (claimed.callId === callId && claimed.pageId !== pageId()) onClaimedElsewhere()
  })
  if (!('BroadcastChannel' in window)) return stopListening
  const channel = new BroadcastChannel('koyoi-call')
  channel.onmessage = (event) => {
    if (event.data === callId) onClaimedElsewhere()
  }
  channel.postMessage(callId)
  return () => {
    stopListening()
    channel.close()
  }
}

/** The call session's ports in a real browser. */
export const browserCallPorts: CallPorts = {
  api: {
    sendCallRequest: (input) => call(callsEndpoints.sendCallRequest, input),
    getCall: (input) => call(callsEndpoints.getCall, input),
    getMyCall: () => call(callsEndpoints.getMyCall, {}),
    acceptCall: (input) => call(callsEndpoints.acceptCall, input),
    joinCall: (input) => call(callsEndpoints.joinCall, input),
    endCall: (input, options) => call(callsEndpoints.endCall, input, options),
    requestRandomCall: (input) => call(randomCallsEndpoints.requestRandomCall, input),
    cancelRandomCall: (input, options) => call(randomCallsEndpoints.cancelRandomCall, input, options),
    enterLive: (input) => call(watchEndpoints.enterLive, input),
    pay: (kind, input) => call(payEndpoints[kind], input),
  },
  acquireMedia: (kind, switches, ahead) => acquireLocalMedia(kind, switches, ahead),
  grantedDevices: (ringing) => preopenedLine.granted(ringing),
  ringsHere: (callId) => preopenedLine.rings(callId),
  preopenCamera: (onPicture) => preopenCamera(onPicture),
  noMedia: () => ({ stream: new MediaStream(), problems: { microphone: null, camera: null } }),
  switchDevice: switchLocalDevice,
  switchMemory: deviceMemory,
  releaseMedia: ({ stream }) => stopTracks(stream),
  openMedia: (options) => openMediaSession(options),
  openLine: (options) => preopenedLine.take(options),
  onCallEvent,
  isSocketUp: () => socketHub.isUp(),
  joinRoom: (callId, token) => {
    socketHub.joinCall(callId, token)
    return socketHub.leaveCall
  },
  reportSending: (callId, sending) => socketHub.reportSending(callId, sending),
  givenUp: { store: callStorage.storeGivenUp, callId: callStorage.givenUpCallId },
  runningCall,
  get pageId() {
    return pageId()
  },
  claim,
  now: () => performance.now(),
  newId,
}
