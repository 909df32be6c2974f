import type { CallKind, CallSnapshot, IceServer } from '#contract/calls/calls.ts'
import type { SideSending } from '#contract/calls/in-call.ts'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import type { RandomWait } from '#contract/calls/random-calls.ts'
import type { Failure } from '#contract/core/client.ts'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import { refusals } from '#contract/refusals.ts'
import { callLive } from '#domain/calls/testing/call-live.ts'
import { createStore } from '#web/shell/store.ts'
import type { PreconnectedLine, TakenLine } from '../media/link/preconnected-line.ts'
import type { MediaSession, MediaState, MediaView } from '../media/media-session.ts'
import type { CallApi, CallEvent, CallPorts } from '../session/call-ports.ts'
import { fakeDevices } from './fake-devices.ts'

/** For tests: the refusal as the client returns it. */
export const failure = (code: Failure['code']): Failure => ({
  type: 'error',
  code,
  message: refusals[code].message,
})

const snapshot = (change: Partial<CallSnapshot> = {}): CallSnapshot => ({
  callId: 'call-1',
  kind: 'video',
  origin: 'direct',
  phase: 'ringing',
  role: 'caller',
  dialled: true,
  partner: { id: '10000001', name: 'みお', avatarId: null },
  ratePointsPerMin: 200,
  earnedPointsPerMin: null,
  earlierCalls: null,
  requestedAt: '2026-11-20T12:04:50.000Z',
  connectedAt: null,
  endedAt: null,
  endReason: null,
  callDurationSec: 0,
  reconnecting: null,
  charged: null,
  live: callLive({ kind: change.kind ?? 'video' }),
  ...change,
})

export const reading: MeterReading = {
  type: 'success',
  point: 980,
  fundedUntil: '2026-11-20T12:10:00.000Z',
  charged: 20,
  chargedMs: 1_000,
  fundedMsLeft: 299_000,
  running: true,
  currentPointsPerMin: 200,
}

const mediaView: MediaView = {
  local: null,
  remote: null,
  soundTrackId: null,
  state: 'flowing',
  quality: null,
  hasEcho: false,
  hasMicrophone: true,
  hasCamera: true,
  isMuted: false,
  isCameraOn: true,
  isStalled: { microphone: false, camera: false },
  facing: 'user',
  microphones: [],
  cameras: [],
  microphoneId: null,
  cameraId: null,
  isBlurred: null,
  deviceChange: null,
}

const relay = { urls: ['turn:relay'], username: '1795305599:me', credential: 'word' }

const liveRoom: LiveRoomView = {
  roomId: 'room-1',
  broadcaster: { id: '10482736', name: 'みお', avatarId: null },
  title: '夜の雑談',
  tags: [],
  startedAt: '2026-11-20T12:00:00.000Z',
  watchers: 1,
  rates: { watch: 200, call: 200 },
  isInLiveCall: false,
  endReason: null,
  commentPoints: 20,
  freeLookMs: 0,
  myCallId: null,
  isModerator: false,
  isKicked: false,
}

const firstInLine: RandomWait = { since: '2026-11-20T12:04:50.000Z', ahead: 0, estimateSec: null }

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A server with scripted answers that records its requests. */
const fakeServer = () => {
  const requests: { name: string; input: Record<string, string | number> }[] = []
  const script = {
    delayMs: 0,
    /** The server knows no call for any request. */
    isUnknown: false,
    /** No request reaches the server. */
    isAway: false,
    /** The current state of the call for every request. */
    call: null as CallSnapshot | null,
    myCall: null as CallSnapshot | null,
    sendAnswers: [] as Failure[],
    acceptAnswers: [] as Failure[],
    myCallAnswers: [] as Failure[],
    endAnswers: [] as Failure[],
    payAnswers: [] as (Failure | MeterReading)[],
    /** The answers of the random matching, one after the other; afterwards the caller waits. */
    randomAnswers: [] as (Failure | CallSnapshot['partner'] | RandomWait)[],
  }
  let known = { callId: 'call-1', dialled: false }
  const record = async (name: keyof CallApi, input: Record<string, string | number> = {}) => {
    requests.push({ name, input })
    if (script.delayMs > 0) await later(script.delayMs)
  }
  const here = (change: Partial<CallSnapshot> = {}) => snapshot({ ...script.call, ...known, ...change })
  const withTokens = (call: CallSnapshot) => ({
    type: 'success' as const,
    app_id: 'koyoi',
    rtc_channel_token: 'bearer',
    rtm_channel_token: 'room',
    ice_servers: [relay],
    callId: call.callId,
    channel_id: call.callId,
    call,
  })
  const api: CallApi = {
    sendCallRequest: async (input) => {
      await record('sendCallRequest', input)
      const refused = script.sendAnswers.shift()
      if (refused) return refused
      known = { callId: input.callId, dialled: true }
      return withTokens(here({ phase: 'ringing' }))
    },
    getCall: async (input) => {
      await record('getCall', input)
      if (script.isAway) return failure('serverFailure')
      if (script.isUnknown) return failure('notFound')
      return { type: 'success', call: here() }
    },
    getMyCall: async () => {
      await record('getMyCall')
      const refused = script.myCallAnswers.shift()
      if (refused) return refused
      const { myCall } = script
      if (myCall) {
        known = { callId: myCall.callId, dialled: myCall.dialled }
        script.call = myCall
      }
      return { type: 'success', call: myCall }
    },
    acceptCall: async (input) => {
      await record('acceptCall', input)
      return script.acceptAnswers.shift() ?? withTokens(here({ phase: 'connecting' }))
    },
    joinCall: async (input) => {
      await record('joinCall', input)
      return withTokens(here())
    },
    endCall: async (input) => {
      await record('endCall', input)
      const refused = script.endAnswers.shift()
      if (refused) return refused
      const endReason = script.call?.connectedAt ? 'byCaller' : known.dialled ? 'cancelled' : 'declined'
      return { type: 'success', call: here({ phase: 'ended', endReason }) }
    },
    requestRandomCall: async ({ callId }) => {
      await record('requestRandomCall', { callId })
      const answer = script.randomAnswers.shift() ?? firstInLine
      if ('type' in answer) return answer
      if ('ahead' in answer) return { type: 'success', matched: null, waiting: answer }
      known = { callId, dialled: true }
      script.call = snapshot({ origin: 'random', partner: answer })
      return { type: 'success', matched: withTokens(here()), waiting: null }
    },
    cancelRandomCall: async ({ callId }) => {
      await record('cancelRandomCall', { callId })
      return { type: 'success' }
    },
    enterLive: async ({ spendCap, isFreeLook, ...input }) => {
      await record('enterLive', { ...input, spendCap: spendCap ?? -1, isFreeLook: Number(isFreeLook) })
      const refused = script.sendAnswers.shift()
      if (refused) return refused
      known = { callId: input.callId, dialled: true }
      script.call = snapshot({ origin: 'sideWatch' })
      return { ...withTokens(here({ phase: 'connecting' })), room: liveRoom }
    },
    pay: async (_kind, input) => {
      const answer = script.payAnswers.shift() ?? reading
      await record('pay', input)
      return script.isAway ? failure('serverFailure') : answer
    },
  }
  return { api, script, requests, here }
}

/** Media that opens and closes without a network. */
const fakeMedia = () => {
  const media = {
    opened: [] as { callId: string; token: string; iceServers: IceServer[] }[],
    onlyReceives: false,
    closed: [] as { keepalive?: boolean }[],
    /** What a line brings. */
    remote: {} as MediaStream,
    /** The lines that were opened; what became of them. */
    lineCalls: [] as string[],
    lines: [] as ('anew' | 'in place' | 'closed' | 'given up')[],
    /** What the line was told about the own tracks. */
    overLine: [] as ('sent' | 'taken back')[],
    /** What the page said that it sends. */
    reportedSendings: [] as SideSending[],
    kinds: [] as CallKind[],
    mutes: [] as boolean[],
    switchCamera: (_isOn: boolean): void => undefined,
    stall: (_isStalled: MediaView['isStalled']): void => undefined,
    state: (_state: MediaState): void => undefined,
  }
  const open: CallPorts['openMedia'] = ({ callId, token, iceServers, onlyReceives, line }): MediaSession => {
    if (line) media.lines.push('in place')
    media.onlyReceives = onlyReceives
    media.opened.push({ callId, token, iceServers })
    const store = createStore<MediaView>(mediaView)
    media.state = (state) => store.update({ state })
    media.switchCamera = (isCameraOn) => store.update({ isCameraOn })
    media.stall = (isStalled) => store.update({ isStalled })
    let isClosed = false
    return {
      store,
      setMuted: (isMuted) => void media.mutes.push(isMuted),
      setCameraOn: () => undefined,
      setBlurred: async () => true,
      flipCamera: async () => undefined,
      choose: async () => true,
      setKind: (kind) => {
        media.kinds.push(kind)
      },
      close: (options = {}) => {
        if (!isClosed) media.closed.push(options)
        isClosed = true
      },
    }
  }
  const openLine: CallPorts['openLine'] = ({ callId }): PreconnectedLine => {
    media.lineCalls.push(callId)
    return {
      remote: media.remote,
      send: () => void media.overLine.push('sent'),
      sendNothing: () => void media.overLine.push('taken back'),
      answered: (hasPlace) => {
        if (hasPlace) return {} as TakenLine
        media.lines.push('anew')
        return null
      },
      close: ({ isGivenUp = false } = {}) => void media.lines.push(isGivenUp ? 'given up' : 'closed'),
    }
  }
  return { media, open, openLine }
}

/** For tests: a server, a socket, devices and a media server with scripted answers. All of them are fakes. */
export const fakeCallEnvironment = () => {
  const { api, script, requests, here } = fakeServer()
  const { media, open, openLine } = fakeMedia()
  const { devices, devicePorts } = fakeDevices()
  const listeners = new Set<(deviceChange: CallEvent) => void>()
  const claims = new Set<() => void>()
  const publish = (event: CallEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  let ids = 0
  let givenUp: string | null = null
  let runningCallId: string | null = null
  let socketIsUp = true
  const ports: CallPorts = {
    api,
    ...devicePorts,
    openMedia: open,
    openLine,
    onCallEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSocketUp: () => socketIsUp,
    joinRoom: () => () => undefined,
    reportSending: (_callId, sending) => {
      media.reportedSendings.push(sending)
    },
    givenUp: {
      store: (callId) => {
        givenUp = callId
      },
      callId: () => givenUp,
    },
    runningCall: {
      store: (callId) => {
        runningCallId = callId
      },
      callId: () => runningCallId,
      clear: () => {
        runningCallId = null
      },
      clearOwn: () => undefined,
    },
    pageId: 'this-page',
    claim: (_callId, onClaimedElsewhere) => {
      claims.add(onClaimedElsewhere)
      return () => claims.delete(onClaimedElsewhere)
    },
    now: () => Date.now(),
    newId: () => {
      ids += 1
      return `new-${ids}`
    },
  }
  return {
    ports,
    server: script,
    devices,
    media,
    relay,
    snapshot,
    get runningCallId() {
      return runningCallId
    },
    set runningCallId(callId: string | null) {
      runningCallId = callId
    },
    set socketIsUp(isUp: boolean) {
      socketIsUp = isUp
    },
    requestsOf: (name: keyof CallApi) =>
      requests.filter((request) => request.name === name).map(({ input }) => input),
    requestCount: () => requests.length,
    /**
     * The socket sends every page of the member a new state of the call, which the server answers from then
     * on.
     */
    change: (change: Partial<CallSnapshot>) => {
      script.call = here(change)
      publish({ call: here(change) })
    },
    ringOver: (overCallId: string) => publish({ overCallId }),
    socketBack: () => publish({ socketBack: true }),
    claimElsewhere: () => {
      for (const onClaimed of [...claims]) onClaimed()
    },
  }
}
