import type { Context } from '#server/context.ts'
import { addMemberNotices, type NewMemberNotice } from '#server/notifications/add-notifications.ts'
import { presentMembers } from '#server/people/presence-rows.ts'
import { missionsOf } from './queries.ts'

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
    for (const memberId of members)
      await addMemberNotices(context.db, await reachedNotices(context, memberId))
    if (members.length < membersAtOnce) return
    after = members.at(-1) ?? ''
  }
}

const reachedNotices = async ({ db }: Pick<Context, 'db'>, memberId: string): Promise<NewMemberNotice[]> => {
  const { missions, today } = await missionsOf(db, memberId)
  return missions
    .filter(({ state, kind, event }) => state === 'ready' && (kind !== 'daily' || event !== 'checkIn'))
    .map(({ missionId, kind, title, points }) => ({
      memberId,
      once: kind === 'onboarding' ? missionId : `${missionId}:${today}`,
      about: { kind: 'missionReached', missionId, title, points },
    }))
}
