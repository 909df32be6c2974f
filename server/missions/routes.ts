import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { missionsEndpoints, operatorMissionsEndpoints } from '#contract/missions/missions.ts'
import { decideMission } from '#domain/missions/mission.ts'
import { isUnprintable } from '#domain/text/written.ts'
import type { Context } from '#server/context.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { settleMissionNotices } from '#server/notifications/queries.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { pointOf } from '#server/points/queries.ts'
import { missionsOf } from './queries.ts'

/**
 * Grants a reached mission's points. The row and the ledger's key each keep it to one grant; a repeat answers the same.
 * The points are free ones.
 */
const receiveBonus = async (
  { db, events }: Context,
  { memberId }: Viewer,
  missionId: string,
): Promise<{ points: number } | Refusal<'notFound' | 'missionLocked' | 'missionOpen'>> =>
  inTransaction(db, async (tx) => {
    await lockName(tx, `missions:${memberId}`)
    const { missions, today } = await missionsOf(tx, memberId, missionId)
    const [mission] = missions
    if (!mission) return refuse('notFound')
    if (mission.state === 'locked') return refuse('missionLocked')
    if (mission.state === 'open') return refuse('missionOpen')
    const { kind, points } = mission
    if (mission.state === 'received') return { points }
    const day = kind === 'onboarding' ? null : today
    await tx
      .insertInto('mission_bonus')
      .values({ mission_id: missionId, member_id: memberId, day, points })
      .execute()
    const granted = await grantPoints(tx, {
      key: `mission:${missionId}${day === null ? '' : `:${day}`}`,
      ...{ memberId, points, kind: 'free', purpose: 'mission', reference: missionId },
    })
    if ('refused' in granted) throw new Error(`mission ${missionId} of ${memberId}: ${granted.refused}`)
    await settleMissionNotices(tx, memberId, missionId)
    await events.publish(tx, { type: 'point:changed', memberId })
    return { points }
  })

export const missionsHandlers: HandlersOf<typeof missionsEndpoints> = {
  getMissionProgress: async ({ context, viewer }) => ({
    type: 'success',
    missions: (await missionsOf(context.db, viewer.memberId)).missions,
  }),

  receiveMissionBonus: async ({ context, viewer, input }) => {
    const received = await receiveBonus(context, viewer, input.missionId)
    if ('refused' in received) return received
    return { type: 'success', ...received, point: await pointOf(context.db, viewer.memberId) }
  },
}

export const operatorMissionsHandlers: HandlersOf<typeof operatorMissionsEndpoints> = {
  operatorMissions: operatorOverview(async ({ tx }) => {
    const { rows } = await sql<never>`
      SELECT m.id AS "missionId", m.kind, m.event, m.title, m.target, m.points, m.is_open AS "isOpen",
        count(b.*)::int AS received, coalesce(sum(b.points), 0)::int AS granted
      FROM mission m LEFT JOIN mission_bonus b ON b.mission_id = m.id
      GROUP BY m.id ORDER BY m.kind DESC, m.position, m.id`.execute(tx)
    return { type: 'success', missions: rows }
  }),

  operatorSaveMission: operatorAction(async ({ tx, input }) => {
    if (isUnprintable(input.title)) return refuse('badInput')
    const refused = decideMission(input)
    if (refused) return refused
    const { missionId, kind, event, title, target, points, isOpen } = input
    const before = await tx.selectFrom('mission').selectAll().where('id', '=', missionId).executeTakeFirst()
    // A mission that changed what it is would count what was received for something else.
    if (before && (before.kind !== kind || before.event !== event)) return refuse('missionWrong')
    await sql`
      INSERT INTO mission (id, kind, event, title, target, points, is_open, position)
      VALUES (${missionId}, ${kind}, ${event}, ${title}, ${target}, ${points}, ${isOpen},
        (SELECT coalesce(max(position), 0) + 1 FROM mission WHERE kind = ${kind}))
      ON CONFLICT (id) DO UPDATE SET title = excluded.title, target = excluded.target, points = excluded.points,
        is_open = excluded.is_open`.execute(tx)
    return {
      answer: { type: 'success' },
      subject: `mission:${missionId}`,
      ...(before
        ? {
            before: {
              title: before.title,
              target: before.target,
              points: before.points,
              isOpen: before.is_open,
            },
          }
        : {}),
      after: { kind, event, title, target, points, isOpen },
    }
  }),
}
