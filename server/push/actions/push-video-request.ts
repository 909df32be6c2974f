import { requestOpenMs } from '#domain/chat/video-request.ts'
import { triedMs } from '#domain/push/delivery.ts'
import type { Context } from '#server/context.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { addressesOf } from '../addresses.ts'
import { mayPush } from '../may-push.ts'
import { partnerFor } from '../partner.ts'

/**
 * Pushes to a broadcaster whose pages are all closed that a caller asks to be called back. Runs in the
 * background.
 */
export const pushVideoRequest = (context: Context, request: { from: string; to: string }): void =>
  context.push.beside('videoRequest', async () => {
    const { db, push } = context
    if (await hasOpenPage(context, request.to)) return
    if (!(await mayPush(context, request.to, 'videoRequest'))) return
    const partner = await partnerFor(context, request.to, request.from)
    if (!partner) return
    const addresses = await addressesOf(db, request.to, push.service)
    const delivery = {
      message: { kind: 'videoRequest', ...partner },
      urgency: 'normal',
      topic: `request-${request.from}`,
      tryUntil: performance.now() + triedMs,
      keptMs: requestOpenMs,
    } as const
    await Promise.all(addresses.map((to) => push.deliver(to, delivery)))
  })
