import type { RequestMoment, RequestSide } from '#contract/gallery/requests.ts'
import type { Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import type { RequestRecord } from './request-record.ts'

/** Notifies one side in the app; both pages that show the request fetch it again. */
export const noticeRequest = async (
  tx: Tx,
  request: Pick<RequestRecord, 'id' | 'callerId' | 'broadcasterId' | 'points'>,
  { to, moment }: { to: RequestSide; moment: RequestMoment },
): Promise<void> => {
  const { callerId, broadcasterId, points } = request
  const [memberId, partnerId] = to === 'caller' ? [callerId, broadcasterId] : [broadcasterId, callerId]
  await addMemberNotices(tx, [
    {
      memberId,
      actorId: partnerId,
      once: `${request.id}:${moment}`,
      about: { kind: 'imageRequest', moment, points },
    },
  ])
}
