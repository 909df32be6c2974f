import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type RefusalCode, refusalBody, refusals } from '#contract/refusals.ts'
import type { ServerEnv } from './client-of.ts'

/** Answers a request with a refusal's status and its Japanese sentence. */
export const refused = (c: HonoContext<ServerEnv>, code: RefusalCode) =>
  c.json(refusalBody(code), refusals[code].status as ContentfulStatusCode)
