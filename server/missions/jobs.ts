import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addMemberNotices, type NewMemberNotice } from '#server/notifications/add-notifications.ts'
import { presentMembers } from '#server/people/presence-rows.ts'
import { missionsOfMembers } from './queries.ts'

/** Members of one part of a round. */
const membersAtOnce = 200

/**
 * Every few minutes: notifies members who are here of missions that they have reached, once per mission, or per day. The
 * check-in brings no notification: it waits from the day's first second, whatever the member does.
 */
export const noticeReachedMissions = async (context: Pick<Context, 'db'>): Promise<void> => {
  let after = ''
  for (;;) {
    const members = await presentMembers(context.db, after, membersAtOnce)
    const notices = await reachedNotices(context, members)
    // The guard and the rows together: a round that dies in between is done again.
    await inTransaction(context.db, (tx) => addMemberNotices(tx, notices))
    if (members.length < membersAtOnce) return
    after = members.at(-1) ?? ''
  }
}

const reachedNotices = async (
  { db }: Pick<Context, 'db'>,
  members: readonly string[],
): Promise<NewMemberNotice[]> =>
  [...(await missionsOfMembers(db, members))].flatMap(([memberId, { missions, today }]) =>
    missions
      .filter(({ state, kind, event }) => state === 'ready' && (kind !== 'daily' || event !== 'checkIn'))
      .map(({ missionId, kind, title, points }) => ({
        memberId,
        once: kind === 'onboarding' ? missionId : `${missionId}:${today}`,
        isOnceForEver: kind === 'onboarding',
        about: { kind: 'missionReached', missionId, title, points },
      })),
  )
