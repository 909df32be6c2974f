import type * as z from 'zod/mini'
import type { RefusalCode } from '#contract/refusals.ts'

/**
 * Who may call an endpoint: `public` everybody, `session` a signed-in member, `provenSession` a member who proved
 * their identity within `identityProofLifeMs`, `closedSession` the owner of a deactivated account (no other access
 * admits one), `operatorSession` an operator whose password was right, `operator` one who also gave the code.
 * A member's session never opens an operator's endpoint, nor an operator's session a member's.
 */
export type Access = 'public' | 'session' | 'provenSession' | 'closedSession' | 'operatorSession' | 'operator'

/** The half of an endpoint that only the server has; `serverHalfOf` reads it. */
export interface ServerHalf<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Refusals extends readonly RefusalCode[] = readonly RefusalCode[],
> {
  /** One line for the OpenAPI document. */
  summary: string
  /** The JSON body of a POST; the query of a GET. */
  input: Input
  output: Output
  /** A member writes text here: how often one member may try is limited before the body is read. */
  takesText?: true
  /** The refusals this endpoint gives beside the shared ones (bad input, no session, too many requests). */
  refusals: Refusals
}

/** A type only: it hides the server's half from everything but `serverHalfOf`. */
declare const serverHalf: unique symbol

/** The half of an endpoint that the browser has as well, and the types of both. */
export interface EndpointSpec<Half extends ServerHalf = ServerHalf, Who extends Access = Access> {
  method: 'POST' | 'GET'
  /** Absolute path on our own origin, starting with `/api/`. */
  path: `/api/${string}`
  access: Who
  readonly [serverHalf]: Half
}

/** What a declaration says of both halves. scripts/web-build/browser-contract.ts cuts `Half` out for the browser. */
type Declaration<Half extends ServerHalf, Who extends Access> = Half &
  Pick<EndpointSpec<Half, Who>, 'method' | 'path' | 'access'>

/** Declares an endpoint; the server does not compile until a handler satisfies it. */
export const defineEndpoint = <
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Refusals extends readonly RefusalCode[],
  const Who extends Access,
>(
  declaration: Declaration<ServerHalf<Input, Output, Refusals>, Who>,
): EndpointSpec<ServerHalf<Input, Output, Refusals>, Who> =>
  declaration as unknown as EndpointSpec<ServerHalf<Input, Output, Refusals>, Who>

export type ServerHalfOf<E extends EndpointSpec> = E[typeof serverHalf]
export type InputOf<E extends EndpointSpec> = z.output<ServerHalfOf<E>['input']>
/** What a client may send: defaults may be left out. */
export type RequestOf<E extends EndpointSpec> = z.input<ServerHalfOf<E>['input']>
export type OutputOf<E extends EndpointSpec> = z.output<ServerHalfOf<E>['output']>
export type RefusalsOf<E extends EndpointSpec> = ServerHalfOf<E>['refusals'][number]
