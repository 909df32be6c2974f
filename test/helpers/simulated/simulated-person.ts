import { setMaxListeners } from 'node:events'
import { io } from 'socket.io-client'
import { type CallRole, callsEndpoints, type IncomingCallInfo } from '#contract/calls/calls.ts'
import { payCallPointEndpoints } from '#contract/calls/pay-call-point.ts'
import { randomCallsEndpoints } from '#contract/calls/random-calls.ts'
import { call, type Failure, isFailure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { watchEndpoints } from '#contract/live/rooms.ts'
import type { CheckAnswer } from '#domain/calls/ringing/polling.ts'
import { allOn } from '#web/calls/media/device-memory.ts'
import type { LinkPorts } from '#web/calls/media/link/link-ports.ts'
import { openMediaSession } from '#web/calls/media/media-session.ts'
import { createIncomingCalls } from '#web/calls/ringing/incoming-calls.ts'
import { createRingTabs } from '#web/calls/ringing/ring-leader.ts'
import type { CallEvent, CallPorts } from '#web/calls/session/call-ports.ts'
import { CallSession } from '#web/calls/session/call-session.ts'
import { openStudioMedia, type StudioMedia } from '#web/live/studio/studio-media.ts'
import { createSocketHub, type SocketHub } from '#web/realtime/socket.ts'
import { SimulatedNetwork } from './simulated-network.ts'
import { SimulatedPeer } from './simulated-peer.ts'
import type { SoundLog } from './simulated-sound.ts'

/** One request and its result; `answer` is the endpoint's output or a failure. */
export interface SentRequest {
  memberId: string
  path: string
  input: unknown
  /** By the wall clock. */
  requestedAt: number
  answeredAt: number
  answer: unknown
}

interface PersonOptions {
  memberId: string
  role: CallRole
  origin: string
  cookie: string
  /** Called with every answer the moment it arrives. */
  witness(request: SentRequest): void
  onRing(info: IncomingCallInfo): void
}

/** A page goes to another screen now and then, which restarts its polling. */
const routeChangeEveryMs = 10_000

const device = (kind: 'audio' | 'video') => ({
  kind,
  enabled: true,
  stop: () => undefined,
  addEventListener: () => undefined,
  getSettings: () => ({}),
})

/** The part of the browser's MediaStream that the product's media sessions use. */
class SimulatedStream {
  readonly #tracks: ReturnType<typeof device>[]
  constructor(tracks: ReturnType<typeof device>[] = []) {
    this.#tracks = tracks
  }
  getTracks() {
    return this.#tracks
  }
  getAudioTracks() {
    return this.#tracks.filter(({ kind }) => kind === 'audio')
  }
  getVideoTracks() {
    return this.#tracks.filter(({ kind }) => kind === 'video')
  }
  addTrack() {}
  removeTrack() {}
}

/** One window for all people of this process: its events are hints that a connection may be worth another look. */
const page = new EventTarget()
// As many listeners as there are calls.
setMaxListeners(0, page)
const noCodecs = { getCapabilities: () => null }
Object.assign(globalThis, {
  MediaStream: SimulatedStream,
  RTCRtpSender: noCodecs,
  RTCRtpReceiver: noCodecs,
  window: page,
  document: Object.assign(page, { visibilityState: 'visible' }),
})

const noProblems = { microphone: null, camera: null }

/** This person's browser has one tab, and it is visible. */
const onlyTab = {
  locks: undefined,
  channel: undefined,
  isVisible: () => true,
  isFocused: () => true,
  random: () => 0,
}

/**
 * A member with a page open: the product's own client (sockets, polling, call session, media links) over a
 * simulated microphone and peer connection, so that it recovers from failures as the product does.
 */
export class SimulatedPerson {
  readonly memberId: string
  readonly role: CallRole
  readonly network: SimulatedNetwork
  readonly #options: PersonOptions
  readonly #hub: SocketHub
  readonly #incoming: ReturnType<typeof createIncomingCalls>
  readonly #routes: NodeJS.Timeout
  #socket: { connect(): unknown; disconnect(): unknown } | null = null
  #pages = 0
  #givenUpCallId: string | null = null

  constructor(options: PersonOptions) {
    this.#options = options
    this.memberId = options.memberId
    this.role = options.role
    this.network = new SimulatedNetwork(options.origin)
    this.#hub = createSocketHub(async () => {
      const socket = io(options.origin, {
        path: '/api/socket',
        transports: ['websocket', 'polling'],
        reconnectionDelayMax: 5_000,
        extraHeaders: { cookie: options.cookie },
        forceNew: true,
      })
      this.#socket = socket
      return socket
    })
    this.#incoming = createIncomingCalls(
      {
        check: () => this.#check(),
        hasSession: () => true,
        serverNow: Date.now,
        open: (info) => options.onRing(info),
        tabs: createRingTabs(onlyTab),
      },
      '/',
    )
    this.#hub.on('call:incoming', (info) => this.#incoming.receive(info))
    this.#hub.onUp(() => page.dispatchEvent(new Event('online')))
    this.#hub.open()
    this.#incoming.start()
    this.#routes = setInterval(() => this.goHome(), routeChangeEveryMs)
  }

  /** A session for an outgoing ring, with the price already tapped. */
  dialling(partnerId: string, sound: SoundLog): CallSession {
    return this.#open(
      { direction: 'outgoing', origin: 'direct', tappedRate: 140, kind: 'voice', partnerId, role: this.role },
      sound,
    )
  }

  /** A session for an incoming ring. */
  rungBy(info: IncomingCallInfo, sound: SoundLog): CallSession {
    const callId = info.channel_id
    return this.#open(
      {
        direction: 'incoming',
        origin: 'direct',
        callId,
        kind: 'voice',
        partnerId: info.sender_id,
        role: this.role,
      },
      sound,
    )
  }

  /** A session at the entrance of a live room. */
  watching(room: { roomId: string; broadcasterId: string }, sound: SoundLog): CallSession {
    const { roomId, broadcasterId: partnerId } = room
    return this.#open(
      { direction: 'watch', origin: 'sideWatch', kind: 'video', partnerId, role: this.role, roomId },
      sound,
    )
  }

  /** The studio of a broadcaster, with a camera and a microphone. */
  openStudio(): StudioMedia {
    const stream = new SimulatedStream([device('audio'), device('video')]) as unknown as MediaStream
    return openStudioMedia(
      { stream, problems: noProblems },
      this.#linkPorts(() => undefined, this.network.fetch),
    )
  }

  /** Goes to a page that listens for rings. */
  goHome(): void {
    this.#pages += 1
    this.#incoming.routeChanged(`/?page=${this.#pages}`)
  }

  request<E extends EndpointSpec>(endpoint: E, input: RequestOf<E>): Promise<OutputOf<E> | Failure> {
    return this.#request(endpoint, input)
  }

  /** Cuts the network silently: requests hang, packets stop both ways, the socket breaks. */
  cut(): void {
    this.network.cut()
    this.#socket?.disconnect()
  }

  restore(): void {
    this.network.restore()
    this.#socket?.connect()
  }

  leave(): void {
    clearInterval(this.#routes)
    this.#incoming.stop()
    this.#hub.close()
  }

  #linkPorts(onMedia: (nowMs: number) => void, fetching: typeof fetch): LinkPorts {
    const peerPorts = { isOnline: () => this.network.isUp, onMedia }
    return {
      createPeer: () => new SimulatedPeer(peerPorts) as unknown as RTCPeerConnection,
      fetch: fetching,
      onReopened: (id, listener) =>
        this.#hub.on('media:reopened', (reopened) => {
          if (reopened.id === id) listener()
        }),
    }
  }

  #open(entry: ConstructorParameters<typeof CallSession>[1], sound: SoundLog): CallSession {
    const session = new CallSession(this.#portsWith(sound), entry)
    session.start()
    return session
  }

  async #request<E extends EndpointSpec>(endpoint: E, input: RequestOf<E>): Promise<OutputOf<E> | Failure> {
    const { memberId, origin, cookie, witness } = this.#options
    const requestedAt = Date.now()
    const answer = await this.network.request((signal) =>
      call(endpoint, input, { origin, headers: { cookie }, signal }),
    )
    if (this.network.isUp) {
      witness({ memberId, path: endpoint.path, input, requestedAt, answeredAt: Date.now(), answer })
    }
    return answer
  }

  async #check(): Promise<CheckAnswer> {
    const answer = await this.#request(callsEndpoints.checkIncomingCall, {})
    if (isFailure(answer)) return { outcome: answer.code === 'notLoggedIn' ? 'notLoggedIn' : 'error' }
    return answer.incomingInfo ? { outcome: 'incoming', info: answer.incomingInfo } : { outcome: 'nothing' }
  }

  #portsWith(sound: SoundLog): CallPorts {
    const hub = this.#hub
    return {
      api: {
        // A ring that names no page has no line, as that of any client that doesn't know them.
        sendCallRequest: ({ pageId: _, ...input }) => this.#request(callsEndpoints.sendCallRequest, input),
        getCall: (input) => this.#request(callsEndpoints.getCall, input),
        getMyCall: () => this.#request(callsEndpoints.getMyCall, {}),
        acceptCall: (input) => this.#request(callsEndpoints.acceptCall, input),
        joinCall: (input) => this.#request(callsEndpoints.joinCall, input),
        endCall: (input) => this.#request(callsEndpoints.endCall, input),
        requestRandomCall: (input) => this.#request(randomCallsEndpoints.requestRandomCall, input),
        cancelRandomCall: (input) => this.#request(randomCallsEndpoints.cancelRandomCall, input),
        enterLive: (input) => this.#request(watchEndpoints.enterLive, input),
        pay: (_kind, input) => this.#request(payCallPointEndpoints.payVoiceCallPoint, input),
      },
      acquireMedia: async () => ({
        stream: new SimulatedStream([device('audio')]) as unknown as MediaStream,
        problems: noProblems,
      }),
      grantedDevices: async () => ({ microphone: true, camera: true }),
      ringsHere: () => false,
      preopenCamera: () => ({ take: () => null, close: () => undefined }),
      noMedia: () => ({
        stream: new SimulatedStream([]) as unknown as MediaStream,
        problems: noProblems,
      }),
      releaseMedia: () => undefined,
      switchDevice: async () => true,
      runningCall: {
        store: () => undefined,
        callId: () => null,
        clear: () => undefined,
        clearOwn: () => undefined,
      },
      switchMemory: { switches: () => allOn, rememberSwitch: () => undefined },
      openMedia: (options) =>
        openMediaSession(
          options,
          this.#linkPorts((nowMs) => sound.heard(nowMs), sound.noting(this.network.fetch)),
        ),
      // Connects after the answer, as a page does whose line isn't up in time.
      openLine: () => {
        const nothing = () => undefined
        const remote = new MediaStream()
        return { remote, send: nothing, sendNothing: nothing, answered: () => null, close: nothing }
      },
      onCallEvent: (listener: (payload: CallEvent) => void) => {
        const stops = [
          hub.on('call:changed', (changed) => listener({ call: changed })),
          hub.on('call:incoming-over', ({ channel_id }) => listener({ overCallId: channel_id })),
          hub.onUp(() => listener({ socketBack: true })),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
      isSocketUp: () => hub.isUp(),
      joinRoom: (callId, token) => {
        hub.joinCall(callId, token)
        return hub.leaveCall
      },
      reportSending: (callId, sending) => hub.reportSending(callId, sending),
      givenUp: {
        store: (callId) => {
          this.#givenUpCallId = callId
        },
        callId: () => this.#givenUpCallId,
      },
      pageId: crypto.randomUUID(),
      claim: () => () => undefined,
      now: () => performance.now(),
      newId: () => crypto.randomUUID(),
    }
  }
}
