import { missedRetentionMs, triedMs } from '#domain/push/delivery.ts'
import type { Context } from '#server/context.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { addressesOf } from '../addresses.ts'
import { mayPush } from '../may-push.ts'
import { partnerFor } from '../partner.ts'

/**
 * Pushes to a member whose pages are all closed that somebody has written, without the text; at most once a
 * minute for each sender. Runs in the background.
 */
export const pushNewChat = (context: Context, message: { from: string; to: string }): void =>
  context.push.beside('chat', async () => {
    const { db, push } = context
    if (await hasOpenPage(context, message.to)) return
    const addresses = await addressesOf(db, message.to, push.service)
    if (addresses.length === 0 || !(await mayPush(context, message.to, 'chat'))) return
    const partner = await partnerFor(context, message.to, message.from)
    if (!partner || !push.chatPace.admits(`${message.from}:${message.to}`)) return
    const delivery = {
      message: { kind: 'chat', ...partner },
      urgency: 'normal',
      topic: `chat-${message.from}`,
      tryUntil: performance.now() + triedMs,
      keptMs: missedRetentionMs,
    } as const
    await Promise.all(addresses.map((to) => push.deliver(to, delivery)))
  })
