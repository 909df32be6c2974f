import type { RequestMoment, RequestSide } from '#contract/gallery/requests.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import type { RequestRecord } from './request-record.ts'

/** Notifies one side in the app; both pages that show the request fetch it again. */
export const noticeRequest = async (
  { events }: Pick<Context, 'events'>,
  tx: Tx,
  request: Pick<RequestRecord, 'callerId' | 'broadcasterId' | 'points'>,
  { to, moment }: { to: RequestSide; moment: RequestMoment },
): Promise<void> => {
  const { callerId, broadcasterId, points } = request
  const [memberId, partnerId] = to === 'caller' ? [callerId, broadcasterId] : [broadcasterId, callerId]
  await addMemberNotices(tx, [{ memberId, about: { kind: 'imageRequest', partnerId, moment, points } }])
  await events.publish(tx, { type: 'notices:changed', memberId })
}
