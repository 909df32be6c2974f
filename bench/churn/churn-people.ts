/**
 * The callers of `churn`, in a process of their own: each signs in, rings a demo broadcaster, who answers
 * automatically, stays in the call for some seconds with real media, leaves it in one of the usual ways, and starts
 * over.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { Publisher, Subscriber } from '#bench/media/media-people.ts'
import { type CallKind, type CallTokens, callsEndpoints } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import type { EndpointSpec, RequestOf } from '#contract/core/endpoint.ts'
import { broadcasters } from '#seed/people.ts'
import { createSimulatedBrowser } from '#test/helpers/simulated/simulated-sign-in.ts'
import type { ChurnApp } from './churn-app.ts'

/** Totals since the start. */
export interface ChurnCounts {
  /** Calls in which the broadcaster's media reached the caller. */
  calls: number
  /** Returns of the caller into a running call, as after a reload. */
  returns: number
  /** Rings that the caller cancelled. */
  cancelled: number
  packets: number
  /** How often each failure happened, by its name. */
  failures: Record<string, number>
}

const parallel = 10
const callsPerSession = 5
const pollEveryMs = 300
const answerPatienceMs = 15_000
const mediaPatienceMs = 10_000
const afterFailureMs = 1_000
const chances = { cancel: 0.08, return: 0.2, goodbye: 0.7 }

const counts: ChurnCounts = { calls: 0, returns: 0, cancelled: 0, packets: 0, failures: {} }
const answering = broadcasters.filter(({ demoAnswers }) => demoAnswers)
const inCall = new Set<string>()

const happens = (chance: number): boolean => Math.random() < chance

class Failed extends Error {}

const until = async (isSo: () => Promise<boolean> | boolean, patienceMs: number, what: string) => {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Failed(what)
    await pause(pollEveryMs)
  }
}

/** A demo broadcaster who answers automatically and is in no call with a caller of ours. */
const choosePartner = (): { id: string; kind: CallKind } => {
  const free = answering.filter(({ id }) => !inCall.has(id))
  const partner = free[randomInt(free.length)]
  const kind = partner?.kinds[randomInt(partner.kinds.length)]
  if (!partner || !kind) throw new Failed('nobody is free')
  return { id: partner.id, kind }
}

/** The caller's media of a call: WHIP in, WHEP out, like the product's pages. */
class Media {
  readonly #origin: string
  readonly #token: string
  readonly #publisher = new Publisher()
  readonly #subscriber = new Subscriber()
  readonly #resources: string[] = []

  private constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  /** Resolves when the broadcaster's packets have arrived. */
  static async connect(origin: string, tokens: CallTokens): Promise<Media> {
    const media = new Media(origin, tokens.rtc_channel_token)
    try {
      await media.#open(tokens.callId)
    } catch (error) {
      media.close()
      throw error
    }
    return media
  }

  async #open(callId: string): Promise<void> {
    const exchange = async (endpoint: 'whip' | 'whep', offer: string): Promise<string> => {
      const response = await this.#fetch(`/api/media/${endpoint}/${callId}`, 'POST', offer)
      const answer = await response.text()
      if (response.status !== 201) throw new Failed(`${endpoint} ${response.status}`)
      this.#resources.push(response.headers.get('location') ?? '')
      return answer
    }
    const publisher = this.#publisher
    const subscriber = this.#subscriber
    publisher.client.accept(await exchange('whip', await publisher.offer()))
    subscriber.client.accept(await exchange('whep', await subscriber.client.offer('recvonly')))
    await Promise.all([publisher.client.open, subscriber.client.open])
    await until(() => subscriber.counts.packets > 0, mediaPatienceMs, 'no media')
  }

  /** Tells the server that the caller leaves. */
  async sayGoodbye(): Promise<void> {
    await Promise.all(this.#resources.map((resource) => this.#fetch(resource, 'DELETE')))
  }

  close(): void {
    counts.packets += this.#subscriber.counts.packets
    this.#publisher.close()
    this.#subscriber.close()
  }

  #fetch(path: string, method: 'POST' | 'DELETE', body?: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/sdp' }
    return fetch(new URL(path, this.#origin), { method, headers, ...(body === undefined ? {} : { body }) })
  }
}

type Request = <E extends EndpointSpec>(
  endpoint: E,
  input: RequestOf<E>,
) => Promise<Exclude<Awaited<ReturnType<typeof call<E>>>, { type: 'error' }>>

const playCall = async (origin: string, request: Request): Promise<void> => {
  const partner = choosePartner()
  inCall.add(partner.id)
  try {
    const callId = randomUUID()
    const rung = await request(callsEndpoints.sendCallRequest, {
      callId,
      partnerId: partner.id,
      callType: partner.kind,
    })
    if (happens(chances.cancel)) {
      await request(callsEndpoints.cancelCall, { callId })
      counts.cancelled += 1
      return
    }
    try {
      await talk(origin, request, callId, rung)
    } finally {
      await request(callsEndpoints.endCall, { callId })
    }
  } finally {
    inCall.delete(partner.id)
  }
}

const talk = async (origin: string, request: Request, callId: string, tokens: CallTokens): Promise<void> => {
  const isAnswered = async () => {
    const { phase } = (await request(callsEndpoints.getCall, { callId })).call
    if (phase === 'ended') throw new Failed('ended before it began')
    return phase !== 'requested' && phase !== 'ringing'
  }
  await until(isAnswered, answerPatienceMs, 'not answered')
  let media = await Media.connect(origin, tokens)
  try {
    counts.calls += 1
    await pause(randomInt(2_000, 8_000))
    if (happens(chances.return)) {
      // A page that is reloaded sends nothing and comes back.
      media.close()
      media = await Media.connect(origin, await request(callsEndpoints.joinCall, { callId }))
      counts.returns += 1
      await pause(randomInt(1_000, 3_000))
    }
    if (happens(chances.goodbye)) await media.sayGoodbye()
  } finally {
    media.close()
  }
}

/** One sign-in and a few calls. */
const playSession = async (origin: string, caller: ChurnApp['callers'][number]): Promise<void> => {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  const signedIn = await createSimulatedBrowser(origin, address).signIn('login', {
    email: caller.mail,
    password: caller.password,
  })
  if ('refused' in signedIn) throw new Failed(`sign-in: ${signedIn.refused}`)
  const { cookie } = signedIn
  const headers = { cookie, 'x-forwarded-for': address }
  const request: Request = async (endpoint, input) => {
    const answer = await call(endpoint, input, { origin, headers })
    if (isFailure(answer)) throw new Failed(`${endpoint.path}: ${answer.code}`)
    return answer as never
  }
  const socket = io(origin, { path: '/api/socket', extraHeaders: headers, forceNew: true })
  try {
    for (let each = 0; each < callsPerSession; each++) await playCall(origin, request)
  } finally {
    socket.disconnect()
  }
}

const live = async (origin: string, own: ChurnApp['callers']): Promise<void> => {
  for (let turn = 0; ; turn++) {
    const caller = own[turn % own.length]
    if (!caller) return
    try {
      await playSession(origin, caller)
    } catch (error) {
      const name = error instanceof Failed ? error.message : String(error)
      counts.failures[name] = (counts.failures[name] ?? 0) + 1
      await pause(afterFailureMs)
    }
  }
}

process.once('message', ({ origin, callers }: ChurnApp) => {
  process.on('message', () => process.send?.(counts))
  process.send?.(counts)
  for (let worker = 0; worker < parallel; worker++) {
    void live(
      origin,
      callers.filter((_, index) => index % parallel === worker),
    )
  }
})
process.on('disconnect', () => process.exit())
