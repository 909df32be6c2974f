import type { EndpointSpec, InputOf, OutputOf, RefusalsOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/index.ts'
import type { Refusal } from '../../contract/refusal.ts'
import type { Viewer } from '../account/sessions.ts'
import type { Context } from '../context.ts'

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
  viewer: E['access'] extends 'session' ? Viewer : Viewer | null
  client: Client
}

export type Handler<E extends EndpointSpec> = (
  request: Request<E>,
) => Promise<OutputOf<E> | Refusal<RefusalsOf<E> | SharedRefusal>>

/** An area's handlers: one for every endpoint it declares, or the server does not compile. */
export type HandlersOf<Area extends Record<string, EndpointSpec>> = {
  [Name in keyof Area]: Handler<Area[Name]>
}

export type Handlers = HandlersOf<Endpoints>
