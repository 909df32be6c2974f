import type { CallSnapshot, IceServer } from '#contract/calls/calls.ts'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import type { RandomWait } from '#contract/calls/random-calls.ts'
import type { Failure } from '#contract/core/client.ts'
import { refusals } from '#contract/refusals.ts'
import { createStore } from '#web/shell/store.ts'
import type { LocalMedia } from '../media/local-media.ts'
import type { MediaSession, MediaState, MediaView } from '../media/media-session.ts'
import type { CallApi, CallEvent, CallPorts } from '../session/call-ports.ts'

/** For tests: the refusal as the client hands it on. */
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
  requestedAt: '2026-11-20T12:04:50.000Z',
  connectedAt: null,
  endedAt: null,
  endReason: null,
  callDurationSec: 0,
  reconnecting: null,
  charged: null,
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
}

const mediaView: MediaView = {
  local: null,
  remote: null,
  state: 'flowing',
  quality: null,
  hasEcho: false,
  hasMicrophone: true,
  hasCamera: true,
  isMuted: false,
  isCameraOn: true,
  facing: 'user',
  microphones: [],
  cameras: [],
  microphoneId: null,
  cameraId: null,
  news: null,
}

const relay = { urls: ['turn:relay'], username: '1795305599:me', credential: 'word' }

const firstInLine: RandomWait = { since: '2026-11-20T12:04:50.000Z', ahead: 0, estimateSec: null }

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A server that answers by a script and remembers what it was asked. */
const fakeServer = () => {
  const requests: { name: string; input: Record<string, string | number> }[] = []
  const script = {
    delayMs: 0,
    /** It knows no call, whoever asks. */
    isUnknown: false,
    /** Nothing reaches it. */
    isAway: false,
    /** How the call stands for whoever asks. */
    call: null as CallSnapshot | null,
    myCall: null as CallSnapshot | null,
    sendAnswers: [] as Failure[],
    acceptAnswers: [] as Failure[],
    endAnswers: [] as Failure[],
    payAnswers: [] as (Failure | MeterReading)[],
    /** What the random matching answers, one after the other; then he waits. */
    randomAnswers: [] as (Failure | CallSnapshot['partner'] | RandomWait)[],
  }
  let known = { callId: 'call-1', dialled: false }
  const hear = async (name: keyof CallApi, input: Record<string, string | number> = {}) => {
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
      await hear('sendCallRequest', input)
      const refused = script.sendAnswers.shift()
      if (refused) return refused
      known = { callId: input.callId, dialled: true }
      return withTokens(here({ phase: 'ringing' }))
    },
    getCall: async (input) => {
      await hear('getCall', input)
      if (script.isAway) return failure('serverFailure')
      if (script.isUnknown) return failure('notFound')
      return { type: 'success', call: here() }
    },
    getMyCall: async () => {
      await hear('getMyCall')
      const { myCall } = script
      if (myCall) {
        known = { callId: myCall.callId, dialled: myCall.dialled }
        script.call = myCall
      }
      return { type: 'success', call: myCall }
    },
    acceptCall: async (input) => {
      await hear('acceptCall', input)
      return script.acceptAnswers.shift() ?? withTokens(here({ phase: 'connecting' }))
    },
    joinCall: async (input) => {
      await hear('joinCall', input)
      return withTokens(here())
    },
    endCall: async (input) => {
      await hear('endCall', input)
      const refused = script.endAnswers.shift()
      if (refused) return refused
      const endReason = script.call?.connectedAt ? 'byCaller' : known.dialled ? 'cancelled' : 'declined'
      return { type: 'success', call: here({ phase: 'ended', endReason }) }
    },
    requestRandomCall: async ({ callId }) => {
      await hear('requestRandomCall', { callId })
      const answer = script.randomAnswers.shift() ?? firstInLine
      if ('type' in answer) return answer
      if ('ahead' in answer) return { type: 'success', matched: null, waiting: answer }
      known = { callId, dialled: true }
      script.call = snapshot({ origin: 'random', partner: answer })
      return { type: 'success', matched: withTokens(here()), waiting: null }
    },
    cancelRandomCall: async ({ callId }) => {
      await hear('cancelRandomCall', { callId })
      return { type: 'success' }
    },
    pay: async (_kind, input) => {
      const answer = script.payAnswers.shift() ?? reading
      await hear('pay', input)
      return script.isAway ? failure('serverFailure') : answer
    },
  }
  return { api, script, requests, here }
}

/** Media that opens and closes without a network. */
const fakeMedia = () => {
  const media = {
    opened: [] as { callId: string; token: string; iceServers: IceServer[] }[],
    closed: [] as { keepalive?: boolean }[],
    state: (_state: MediaState): void => undefined,
  }
  const open: CallPorts['openMedia'] = ({ callId, token, iceServers }): MediaSession => {
    media.opened.push({ callId, token, iceServers })
    const store = createStore<MediaView>(mediaView)
    media.state = (state) => store.update({ state })
    let isClosed = false
    return {
      store,
      setMuted: () => undefined,
      setCameraOn: () => undefined,
      flipCamera: async () => undefined,
      choose: async () => true,
      close: (options = {}) => {
        if (!isClosed) media.closed.push(options)
        isClosed = true
      },
    }
  }
  return { media, open }
}

/** For tests: a server, a socket, devices and a media server that answer by a script. Fakes, all of them. */
export const fakeCallWorld = () => {
  const { api, script, requests, here } = fakeServer()
  const { media, open } = fakeMedia()
  const listeners = new Set<(news: CallEvent) => void>()
  const claims = new Set<() => void>()
  const devices = {
    problems: { microphone: null, camera: null } as LocalMedia['problems'],
    asked: 0,
    stopped: 0,
  }
  const fakeStream = () =>
    ({ getTracks: () => [{ stop: () => (devices.stopped += 1) }] }) as unknown as MediaStream
  const tell = (news: CallEvent) => {
    for (const listener of [...listeners]) listener(news)
  }
  let ids = 0
  let givenUp: string | null = null
  let socketIsUp = true
  const ports: CallPorts = {
    api,
    acquireMedia: async () => {
      devices.asked += 1
      return { stream: fakeStream(), problems: devices.problems }
    },
    releaseMedia: ({ stream }) => {
      for (const track of stream.getTracks()) track.stop()
    },
    openMedia: open,
    onCallNews: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSocketUp: () => socketIsUp,
    joinRoom: () => () => undefined,
    givenUp: {
      note: (callId) => {
        givenUp = callId
      },
      callId: () => givenUp,
    },
    pageId: 'this-page',
    claim: (_callId, onTaken) => {
      claims.add(onTaken)
      return () => claims.delete(onTaken)
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
    set socketIsUp(isUp: boolean) {
      socketIsUp = isUp
    },
    asked: (name: keyof CallApi) =>
      requests.filter((request) => request.name === name).map(({ input }) => input),
    askedAtAll: () => requests.length,
    /** The socket tells every page of the member how his call stands; the server says so from then on. */
    news: (change: Partial<CallSnapshot>) => {
      script.call = here(change)
      tell({ call: here(change) })
    },
    ringOver: (overCallId: string) => tell({ overCallId }),
    socketBack: () => tell({ socketBack: true }),
    takeElsewhere: () => {
      for (const taken of [...claims]) taken()
    },
  }
}
