import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/**
 * Who is let in before the handler runs: `public` everybody, `session` a signed-in member, `provenSession` one who has
 * shown within `identityProofLifeMs` that the account is theirs, `closedSession` one who has left and may still come back
 * (nothing else lets him in), `operatorSession` an operator whose password was right,
 * `operator` one who gave the code as well. A member's session opens no operator's endpoint, and the other way round.
 */
export type Access = 'public' | 'session' | 'provenSession' | 'closedSession' | 'operatorSession' | 'operator'

export interface EndpointSpec<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Refusals extends readonly RefusalCode[] = readonly RefusalCode[],
  Who extends Access = Access,
> {
  method: 'POST' | 'GET'
  /** Absolute path on our own origin, starting with `/api/`. */
  path: `/api/${string}`
  access: Who
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

/** Declares an endpoint; the server does not compile until a handler satisfies it. */
export const defineEndpoint = <
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Refusals extends readonly RefusalCode[],
  const Who extends Access,
>(
  spec: EndpointSpec<Input, Output, Refusals, Who>,
): EndpointSpec<Input, Output, Refusals, Who> => spec

export type InputOf<E extends EndpointSpec> = z.output<E['input']>
/** What a client may send: defaults may be left out. */
export type RequestOf<E extends EndpointSpec> = z.input<E['input']>
export type OutputOf<E extends EndpointSpec> = z.output<E['output']>
export type RefusalsOf<E extends EndpointSpec> = E['refusals'][number]
