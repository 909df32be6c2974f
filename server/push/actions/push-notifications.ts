import { noticeRuleOf } from '#domain/notifications/notice-kinds.ts'
import { missedRetentionMs, triedMs } from '#domain/push/delivery.ts'
import { inboxPush } from '#domain/push/inbox-push.ts'
import type { Context } from '#server/context.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { claimDuePushes, type DuePush } from '#server/notifications/due-pushes.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { addressesOf } from '../addresses.ts'
import { mayPush } from '../may-push.ts'
import { partnerFor } from '../partner.ts'

/** How often due pushes are looked for. */
const everyMs = 2_000

/** Every process looks; each push is taken by one of them. */
export const startInboxPushes = (context: Context): Loops =>
  loop(context, 'inbox-pushes', everyMs, () => pushNotifications(context))

/**
 * Pushes what the inbox has got to members whose pages are all closed, if their settings and quiet hours allow it. A
 * push is lost with the process, as every push is; the notification stays.
 */
export const pushNotifications = async (context: Context): Promise<void> => {
  for (const due of await claimDuePushes(context.db)) context.push.beside('inbox', () => pushTo(context, due))
}

const pushTo = async (
  context: Context,
  { id, memberId, actorId, isNamed, groupKey, about }: DuePush,
): Promise<void> => {
  const addresses = await addressesOf(context.db, memberId, context.push.service)
  if (addresses.length === 0 || (await hasOpenPage(context, memberId))) return
  const kind = noticeRuleOf(about).switch
  if (kind === null || !(await mayPush(context, memberId, kind))) return
  const partner = actorId === null ? null : await partnerFor(context, memberId, actorId)
  // Behind a block, or closed.
  if (actorId !== null && partner === null) return
  const message = inboxPush(about, isNamed ? (partner?.partnerName ?? '') : '', groupKey ?? String(id))
  if (message === null) return
  const delivery = {
    message,
    urgency: 'normal',
    topic: `inbox-${about.kind}`,
    tryUntil: performance.now() + triedMs,
    keptMs: missedRetentionMs,
  } as const
  await Promise.all(addresses.map((to) => context.push.deliver(to, delivery)))
}
