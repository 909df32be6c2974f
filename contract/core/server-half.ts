import type { EndpointSpec, ServerHalfOf } from './endpoint.ts'

/** The schemas, the summary and the refusals of an endpoint. The browser doesn't have them and may not import this. */
export const serverHalfOf = <E extends EndpointSpec>(endpoint: E): ServerHalfOf<E> =>
  endpoint as unknown as ServerHalfOf<E>
