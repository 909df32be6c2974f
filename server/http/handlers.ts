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
  /** The host name that the browser used; empty when it sent none. */
  host: string
}

/** The refusals any endpoint may give besides those it declares. */
export type SharedRefusal = 'badInput' | 'forbidden' | 'tooManyRequests'

export interface Request<E extends EndpointSpec> {
  context: Context
  input: InputOf<E>
  viewer: ViewerOf<E['access']>
  client: Client
  /** The Cookie header as it was sent. */
  readonly cookieHeader: string | undefined
  /** Set-Cookie headers for the answer; a refusal drops them. */
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

/** Operators' endpoints accept only handlers that write the audit log (docs/decisions/0015-operator.md). */
export type Handler<E extends EndpointSpec> = E['access'] extends 'operator'
  ? OperatorHandler<E>
  : HandlerFunction<E>

/** An area's handlers: without one for every endpoint it declares, the server doesn't compile. */
export type HandlersOf<Area extends Record<string, EndpointSpec>> = {
  [Name in keyof Area]: Handler<Area[Name]>
}

export type Handlers = HandlersOf<Endpoints>
