import type { RequestAsVisitor } from '#contract/core/rendered-page.ts'
import { type MessageCard, messagePagesEndpoints } from '#contract/legal/message-pages.ts'
import type { Context } from '#server/context.ts'
import { createStaleWhileRevalidate } from './stale-while-revalidate.ts'

/** Operators publish a few pages a month. */
const lastsMs = 60_000
const patienceMs = 150
/** Campaigns begin and end by the day. */
const staleMs = 60_000

/** The message pages that everybody is shown in /message; empty where they aren't known in time. */
export type ListedMessages = () => Promise<readonly MessageCard[]>

export const createListedMessages = (
  { log }: Pick<Context, 'log'>,
  request: RequestAsVisitor,
): ListedMessages => {
  const kept = createStaleWhileRevalidate({
    load: async () => (await request(messagePagesEndpoints.getMessagePages, {})).pages,
    ttlMs: lastsMs,
    waitTimeoutMs: patienceMs,
    staleMs,
    failed: (error) => log.error('listed-messages-unknown', { error }),
  })
  return async () => (await kept()) ?? []
}
