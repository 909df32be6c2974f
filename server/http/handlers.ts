import type { Access, EndpointSpec, InputOf, OutputOf, RefusalsOf } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/refusal.ts'
import type { Endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { OperatorHandler } from '#server/operators/operator-handler.ts'
import type { Operator } from '#server/operators/operator-sessions.ts'

/** Where a request came from; the address is for limits only and never leaves the server. */
export interface Client {
  address: string
  userAgent: string
  isMobile: boolean
  /** The host that the browser asked, as it names it; empty when it names none. */
  host: string
}

/** The refusals any endpoint may give beside those it declares. */
export type SharedRefusal = 'badInput' | 'forbidden' | 'tooManyRequests'

export interface Request<E extends EndpointSpec> {
  context: Context
  input: InputOf<E>
  viewer: ViewerOf<E['access']>
  client: Client
  /** The Cookie header as it was sent. */
  readonly cookieHeader: string | undefined
  /** Set-Cookie headers to go with the answer, unless it is a refusal. */
  readonly cookies: string[]
}

type ViewerOf<Who extends Access> = Who extends 'operator' | 'operatorSession'
  ? Operator
  : Who extends 'session' | 'provenSession' | 'closedSession'
    ? Viewer
    : Viewer | null

export type HandlerFunction<E extends EndpointSpec> = (
  request: Request<E>,
) => Promise<OutputOf<E> | Refusal<RefusalsOf<E> | SharedRefusal>>

/** Operators' endpoints take only what keeps the audit log (docs/decisions/0015-operator.md). */
export type Handler<E extends EndpointSpec> = E['access'] extends 'operator'
  ? OperatorHandler<E>
  : HandlerFunction<E>

/** An area's handlers: one for every endpoint it declares, or the server does not compile. */
export type HandlersOf<Area extends Record<string, EndpointSpec>> = {
  [Name in keyof Area]: Handler<Area[Name]>
}

export type Handlers = HandlersOf<Endpoints>
