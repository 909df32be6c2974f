import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { MeterReading } from '#contract/calls/pay-call-point.ts'
import { isFailure } from '#contract/core/client.ts'
import type { PayKind } from './call-entry.ts'
import type { CallPorts } from './call-ports.ts'

/** product.md 3.7: the client's heartbeat, one increment apart. */
const heartbeatMs = 6_000
/** The fallback of the socket, and the dialler's sign of presence while it rings. */
export const callPollMs = 2_000
/** An answer that takes longer may never arrive. */
const hangsAfterMs = 1_500

export interface CallWatch {
  /** Fetches the state of the call from the server now. */
  poll(): Promise<void>
  stop(): void
}

interface CallWatchOptions {
  callId(): string | null
  /** Whether the server has confirmed this call; it may not know one that is only being sent. */
  isKnown(): boolean
  /** Whether this page's own answer is on its way: what it brings back says what became of the ring. */
  isAnswering(): boolean
  /** Whether the socket's events aren't enough now. */
  needsPolling(): boolean
  onCall(call: CallSnapshot): void
  /** The server knows no such call of this member. */
  onUnknown(): void
}

/** Follows one call by the socket's events, and by polling every 2 s where those are not enough. */
export const watchCall = (ports: CallPorts, options: CallWatchOptions): CallWatch => {
  let eventCount = 0
  let isStopped = false
  /** The newest request, while it is under way. One that hangs on a dead network doesn't block the next. */
  let pending: { number: number; since: number } | null = null
  let requestCount = 0
  let appliedNumber = 0

  const poll = async (): Promise<void> => {
    const callId = options.callId()
    if (!callId || isStopped || (pending && ports.now() - pending.since < hangsAfterMs)) return
    requestCount += 1
    const request = { number: requestCount, since: ports.now() }
    pending = request
    const eventsBefore = eventCount
    const wasKnown = options.isKnown()
    const answer = await ports.api.getCall({ callId })
    if (pending === request) pending = null
    if (isStopped) return
    if (isFailure(answer)) {
      if (answer.code === 'notFound' && wasKnown) options.onUnknown()
      return
    }
    // Events that arrived meanwhile, and answers to later requests, are newer than this answer.
    const isNewer = eventCount === eventsBefore && request.number > appliedNumber
    if (!isNewer && answer.call.phase !== 'ended') return
    appliedNumber = request.number
    options.onCall(answer.call)
  }

  const stopListening = ports.onCallEvent((event) => {
    if ('call' in event) {
      eventCount += 1
      options.onCall(event.call)
    } else if ('socketBack' in event || (event.overCallId === options.callId() && !options.isAnswering())) {
      void poll()
    }
  })
  const timer = setInterval(() => {
    if (options.needsPolling()) void poll()
  }, callPollMs)

  return {
    poll,
    stop: () => {
      isStopped = true
      stopListening()
      clearInterval(timer)
    },
  }
}

export interface Heartbeat {
  /** Starts the heartbeat with one at once; does nothing once it runs. */
  start(): void
  /** Sends one heartbeat out of turn: something about the meter changed. */
  now(): void
  stop(): void
}

interface HeartbeatOptions {
  kind: PayKind
  callId(): string | null
  onReading(reading: MeterReading): void
  /** The server says that the call is over. */
  onGone(): void
}

/** The payer's heartbeat during a call. It charges nothing; it returns what the meter shows. */
export const createHeartbeat = (ports: CallPorts, options: HeartbeatOptions): Heartbeat => {
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false
  let requestCount = 0
  let appliedNumber = 0

  const now = async (): Promise<void> => {
    const callId = options.callId()
    if (!callId || isStopped || timer === undefined) return
    requestCount += 1
    const request = requestCount
    const reading = await ports.api.pay(options.kind, { callId, requestId: ports.newId() })
    // The later request has the newer answer, even with less charged time: a server that crashed may have
    // lost some.
    if (isStopped || request < appliedNumber) return
    appliedNumber = request
    if (!isFailure(reading)) options.onReading(reading)
    else if (reading.code === 'callGone') options.onGone()
  }

  return {
    start: () => {
      if (timer !== undefined || isStopped) return
      timer = setInterval(() => void now(), heartbeatMs)
      void now()
    },
    now: () => void now(),
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
