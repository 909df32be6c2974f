import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** `session` endpoints answer `notLoggedIn` to a visitor before the handler runs. */
export type Access = 'public' | 'session'

export interface EndpointSpec<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Refusals extends readonly RefusalCode[] = readonly RefusalCode[],
> {
  method: 'POST' | 'GET'
  /** Absolute path on our own origin, starting with `/api/`. */
  path: `/api/${string}`
  access: Access
  /** One line for the OpenAPI document. */
  summary: string
  /** The JSON body of a POST; the query of a GET. */
  input: Input
  output: Output
  /** The refusals this endpoint gives beside the shared ones (bad input, no session, too many requests). */
  refusals: Refusals
}

/** Declares an endpoint; the server does not compile until a handler satisfies it. */
export const defineEndpoint = <
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Refusals extends readonly RefusalCode[],
>(
  spec: EndpointSpec<Input, Output, Refusals>,
): EndpointSpec<Input, Output, Refusals> => spec

export type InputOf<E> = E extends EndpointSpec<infer I, z.ZodMiniType> ? z.output<I> : never
/** What a client may send: defaults may be left out. */
export type RequestOf<E> = E extends EndpointSpec<infer I, z.ZodMiniType> ? z.input<I> : never
export type OutputOf<E> = E extends EndpointSpec<z.ZodMiniType, infer O> ? z.output<O> : never
export type RefusalsOf<E> = E extends EndpointSpec<z.ZodMiniType, z.ZodMiniType, infer R> ? R[number] : never
