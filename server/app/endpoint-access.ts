import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { endpoints } from '#contract/index.ts'
import { type RefusalCode, refusalBody, refusals } from '#contract/refusals.ts'
import { needsIdentityProof } from '#server/account/identity-proof.ts'
import type { Context } from '#server/context.ts'
import { isUnstorableText } from '#server/db/query-errors.ts'
import type { Client, HandlerFunction, Handlers, Request } from '#server/http/handlers.ts'
import { outgoingOf } from '#server/http/outgoing.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { OperatorHandler } from '#server/operators/operator-handler.ts'
import { type Operator, operatorOf, recordUse } from '#server/operators/operator-sessions.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'

/** Bodies of endpoints are small; image uploads have routes of their own. */
export const bodyBytesMax = 64 * 1024

/** The content of a request: its JSON or its query, or the code of the refusal of an invalid one. */
export type Sent = { body: unknown } | { code: RefusalCode }

/** A request as its endpoint sees it, through either HTTP path. */
export interface IncomingRequest {
  cookie: string | undefined
  /** Called once, and not for a visitor without access. */
  read(): Sent | Promise<Sent>
  client(): Client
  /** Of a page that the server renders itself: it counts as nobody's. */
  isOwn?: true
}

export interface Answer {
  status: number
  body: object
  /** Set-Cookie headers, if there are any. */
  cookies?: readonly string[]
}

export interface EndpointGuard {
  method: EndpointSpec['method']
  path: string
  answer(incoming: IncomingRequest): Promise<Answer>
}

export const refusedAnswer = (code: RefusalCode, facts?: object): Answer => ({
  status: refusals[code].status,
  body: { ...facts, ...refusalBody(code) },
})

/** The JSON of a body's text. An empty body counts as an empty input. */
export const parseJson = (contentType: string | undefined, text: string): Sent => {
  if (!isJson(contentType)) return { code: 'malformedBody' }
  try {
    return { body: text === '' ? {} : JSON.parse(text) }
  } catch {
    return { code: 'malformedBody' }
  }
}

export const isJson = (contentType: string | undefined): boolean =>
  (contentType ?? '').toLowerCase().startsWith('application/json')

/**
 * Few handlers read the client, so it is computed on demand. A class, because V8 makes a hidden class of its own for
 * every object literal with a getter, and collecting those cost more than all our own code of a poll.
 */
class EndpointRequest implements Request<EndpointSpec> {
  readonly context: Context
  readonly viewer: never
  readonly input: unknown
  readonly #incoming: IncomingRequest
  #cookies: string[] | null = null

  constructor(context: Context, viewer: Viewer | Operator | null, input: unknown, incoming: IncomingRequest) {
    this.context = context
    // The caller has checked the endpoint's access, which decides the type.
    this.viewer = viewer as never
    this.input = input
    this.#incoming = incoming
  }

  get cookies(): string[] {
    this.#cookies ??= []
    return this.#cookies
  }

  /** Null when the handler read no cookies, as in nearly every answer. */
  get cookiesSet(): readonly string[] | null {
    return this.#cookies
  }

  get cookieHeader(): string | undefined {
    return this.#incoming.cookie
  }

  get client(): Client {
    return this.#incoming.client()
  }
}

type Answering = (request: EndpointRequest) => Promise<unknown>

/** Reads the request, calls the handler, and gives a refusal its status. */
const answerTo = async (
  context: Context,
  spec: EndpointSpec,
  viewer: Viewer | Operator | null,
  incoming: IncomingRequest,
  answering: Answering,
): Promise<Answer> => {
  const sent = await incoming.read()
  if ('code' in sent) return refusedAnswer(sent.code)
  const input = serverHalfOf(spec).input.safeParse(sent.body)
  if (!input.success) return refusedAnswer('badInput')
  const request = new EndpointRequest(context, viewer, input.data, incoming)
  const answer = await answering(request).catch((error: unknown) => {
    if (isUnstorableText(error)) return refuse('badInput')
    throw error
  })
  if (isRefusal(answer)) return refusedAnswer(answer.refused, answer.facts)
  const success = { status: 200, body: answer as object }
  return request.cookiesSet ? { ...success, cookies: request.cookiesSet } : success
}

const memberGuard =
  (context: Context, spec: EndpointSpec, answering: Answering): EndpointGuard['answer'] =>
  async (incoming) => {
    const viewer =
      context.sessions.known(incoming.cookie) ?? (await context.sessions.ofCookies(incoming.cookie))
    if (spec.access !== 'public' && !viewer) return refusedAnswer(await refusalOfVisitor(context, incoming))
    if (!viewer && !admitsVisitor(context, spec, incoming)) return refusedAnswer('tooManyRequests')
    if (spec.access === 'provenSession' && viewer && (await needsIdentityProof(context, viewer)))
      return refusedAnswer('identityProofNeeded')
    if (serverHalfOf(spec).takesText && viewer && !context.limits.text.admits(viewer.memberId))
      return refusedAnswer('tooManyRequests')
    return answerTo(context, spec, viewer, incoming, answering)
  }

/** A probe of the service's health is never refused. */
const admitsVisitor = ({ limits, secret }: Context, spec: EndpointSpec, incoming: IncomingRequest): boolean =>
  spec.method === 'GET' ||
  incoming.isOwn ||
  limits.visitorRequest.admits(addressKey(secret, incoming.client().address))

/** Deactivated accounts count as visitors in all other endpoints; the refusal tells their owner why. */
const refusalOfVisitor = async (context: Context, incoming: IncomingRequest): Promise<RefusalCode> =>
  (await context.sessions.openedOf(incoming.cookie)) ? 'accountClosed' : 'notLoggedIn'

/** For sessions of deactivated accounts that can still return. */
const closedGuard =
  (context: Context, spec: EndpointSpec, answering: Answering): EndpointGuard['answer'] =>
  async (incoming) => {
    const opened = await context.sessions.openedOf(incoming.cookie)
    if (!opened) return refusedAnswer('notLoggedIn')
    if (opened.viewer.role !== 'closed') return refusedAnswer('accountOpen')
    return answerTo(context, spec, opened.viewer, incoming, answering)
  }

/** Sessions of members don't count here. A request after both steps of the sign-in renews the idle time. */
const operatorGuard =
  (context: Context, spec: EndpointSpec, answering: Answering): EndpointGuard['answer'] =>
  async (incoming) => {
    const operator = await operatorOf(context, incoming.cookie)
    if (!operator) return refusedAnswer('notLoggedIn')
    if (spec.access === 'operator') {
      if (operator.step !== 'through') return refusedAnswer('secondStepMissing')
      await recordUse(context, operator)
    }
    return answerTo(context, spec, operator, incoming, answering)
  }

/** The same endpoint, with each answer counted and timed. */
const measured =
  (metrics: Metrics, name: string, answer: EndpointGuard['answer']): EndpointGuard['answer'] =>
  async (incoming) => {
    const startedMs = performance.now()
    let status = 500
    try {
      const given = await answer(incoming)
      status = given.status
      return given
    } finally {
      metrics.answered(name, status, (performance.now() - startedMs) / 1_000)
    }
  }

const guardsByAccess: Record<EndpointSpec['access'], typeof memberGuard> = {
  public: memberGuard,
  session: memberGuard,
  provenSession: memberGuard,
  closedSession: closedGuard,
  operatorSession: operatorGuard,
  operator: operatorGuard,
}

/** Every endpoint of the contract with its handler. There are no rules here beyond access: the handler has them. */
export const endpointGuards = (context: Context, handlers: Handlers): EndpointGuard[] =>
  (Object.entries(endpoints) as [keyof Handlers, EndpointSpec][]).map(([name, spec]) => {
    const handler = handlers[name] as HandlerFunction<EndpointSpec> | OperatorHandler<EndpointSpec>
    const handling: Answering =
      handler instanceof OperatorHandler ? (request) => handler.answer(request, name) : handler
    const outgoing = outgoingOf(context.config.mode, name, serverHalfOf(spec).output)
    const answering: Answering = async (request) => {
      const answer = await handling(request)
      return isRefusal(answer) ? answer : outgoing(answer)
    }
    const answer = guardsByAccess[spec.access](context, spec, answering)
    return {
      method: spec.method,
      path: spec.path,
      answer: context.metrics ? measured(context.metrics, name, answer) : answer,
    }
  })
