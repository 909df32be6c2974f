import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { endpoints } from '#contract/index.ts'
import { type RefusalCode, refusalBody, refusals } from '#contract/refusals.ts'
import { needsIdentityProof } from '#server/account/identity-proof.ts'
import type { Context } from '#server/context.ts'
import { isUnstorableText } from '#server/db/unstorable-text.ts'
import type { Client, HandlerFunction, Handlers, Request } from '#server/http/handlers.ts'
import { outgoingOf } from '#server/http/outgoing.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { OperatorHandler } from '#server/operators/operator-handler.ts'
import { type Operator, operatorOf, recordUse } from '#server/operators/operator-sessions.ts'

/** Our own bodies are small; pictures have doors of their own. */
export const bodyBytesMax = 64 * 1024

/** What a request sends in: its JSON or its query, or the code of the refusal when it is none of ours. */
export type Sent = { body: unknown } | { code: RefusalCode }

/** A request as its endpoint sees it, whatever carried it here. */
export interface Asked {
  cookie: string | undefined
  /** Runs once, and not for a visitor who may not ask. */
  read(): Sent | Promise<Sent>
  client(): Client
}

export interface Answer {
  status: number
  body: object
  /** Set-Cookie headers, where there are any. */
  cookies?: readonly string[]
}

export interface EndpointGuard {
  method: EndpointSpec['method']
  path: string
  answer(asked: Asked): Promise<Answer>
}

export const refusedAnswer = (code: RefusalCode, facts?: object): Answer => ({
  status: refusals[code].status,
  body: { ...facts, ...refusalBody(code) },
})

/** The JSON of a body's text. An empty body asks with nothing. */
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
 * Few handlers want to know the client, so it is told on demand. A class, because V8 makes a hidden class of its own
 * for every object literal with a getter, and collecting those cost more than all our own code of a poll.
 */
class AskedRequest implements Request<EndpointSpec> {
  readonly context: Context
  readonly viewer: never
  readonly input: unknown
  readonly #asked: Asked
  #cookies: string[] | null = null

  constructor(context: Context, viewer: Viewer | Operator | null, input: unknown, asked: Asked) {
    this.context = context
    // Who it may be is told by the endpoint's access, which the caller has seen to.
    this.viewer = viewer as never
    this.input = input
    this.#asked = asked
  }

  get cookies(): string[] {
    this.#cookies ??= []
    return this.#cookies
  }

  /** Null when nobody asked for them, as in nearly every answer. */
  get cookiesSet(): readonly string[] | null {
    return this.#cookies
  }

  get cookieHeader(): string | undefined {
    return this.#asked.cookie
  }

  get client(): Client {
    return this.#asked.client()
  }
}

type Answering = (request: AskedRequest) => Promise<unknown>

/** Reads what was sent, has it answered, and puts a refusal into its status. */
const answerTo = async (
  context: Context,
  spec: EndpointSpec,
  viewer: Viewer | Operator | null,
  asked: Asked,
  answering: Answering,
): Promise<Answer> => {
  const sent = await asked.read()
  if ('code' in sent) return refusedAnswer(sent.code)
  const input = serverHalfOf(spec).input.safeParse(sent.body)
  if (!input.success) return refusedAnswer('badInput')
  const request = new AskedRequest(context, viewer, input.data, asked)
  const answer = await answering(request).catch((error: unknown) => {
    if (isUnstorableText(error)) return refuse('badInput')
    throw error
  })
  if (isRefusal(answer)) return refusedAnswer(answer.refused, answer.facts)
  const told = { status: 200, body: answer as object }
  return request.cookiesSet ? { ...told, cookies: request.cookiesSet } : told
}

const memberDoor =
  (context: Context, spec: EndpointSpec, answering: Answering): EndpointGuard['answer'] =>
  async (asked) => {
    const viewer = context.sessions.known(asked.cookie) ?? (await context.sessions.ofCookies(asked.cookie))
    if (spec.access !== 'public' && !viewer) return refusedAnswer(await codeOfNobody(context, asked))
    if (spec.access === 'provenSession' && viewer && (await needsIdentityProof(context, viewer)))
      return refusedAnswer('identityProofNeeded')
    if (serverHalfOf(spec).takesText && viewer && !context.textLimit.admits(viewer.memberId))
      return refusedAnswer('tooManyRequests')
    return answerTo(context, spec, viewer, asked, answering)
  }

/** Who has left is a visitor to all doors but his own. He hears why, as he is signed in. */
const codeOfNobody = async (context: Context, asked: Asked): Promise<RefusalCode> =>
  (await context.sessions.openedOf(asked.cookie)) ? 'accountClosed' : 'notLoggedIn'

/** For those alone who have left and may still come back. */
const closedDoor =
  (context: Context, spec: EndpointSpec, answering: Answering): EndpointGuard['answer'] =>
  async (asked) => {
    const opened = await context.sessions.openedOf(asked.cookie)
    if (!opened) return refusedAnswer('notLoggedIn')
    if (opened.viewer.role !== 'closed') return refusedAnswer('accountOpen')
    return answerTo(context, spec, opened.viewer, asked, answering)
  }

/** Members' sessions are none here. What is done behind both steps counts as use; the steps themselves don't. */
const operatorDoor =
  (context: Context, spec: EndpointSpec, answering: Answering): EndpointGuard['answer'] =>
  async (asked) => {
    const operator = await operatorOf(context, asked.cookie)
    if (!operator) return refusedAnswer('notLoggedIn')
    if (spec.access === 'operator') {
      if (operator.step !== 'through') return refusedAnswer('secondStepMissing')
      await recordUse(context, operator)
    }
    return answerTo(context, spec, operator, asked, answering)
  }

/** The same door, each answer of which is counted and timed. */
const measured =
  (metrics: Metrics, name: string, answer: EndpointGuard['answer']): EndpointGuard['answer'] =>
  async (asked) => {
    const startedMs = performance.now()
    let status = 500
    try {
      const given = await answer(asked)
      status = given.status
      return given
    } finally {
      metrics.answered(name, status, (performance.now() - startedMs) / 1_000)
    }
  }

const doorsByAccess: Record<EndpointSpec['access'], typeof memberDoor> = {
  public: memberDoor,
  session: memberDoor,
  provenSession: memberDoor,
  closedSession: closedDoor,
  operatorSession: operatorDoor,
  operator: operatorDoor,
}

/** Every endpoint of the contract with what answers it. No rules here: whoever may not ask is told so, the rest is the handler's. */
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
    const answer = doorsByAccess[spec.access](context, spec, answering)
    return {
      method: spec.method,
      path: spec.path,
      answer: context.metrics ? measured(context.metrics, name, answer) : answer,
    }
  })
