import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { FlowState, liveFlowEndpoints } from '#contract/live/flow.ts'
import { readLiveName } from '#domain/live/comment.ts'
import { decideGoalBonus, decideGoalTerms } from '#domain/live/goal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { myPoint } from '#server/points/my-point.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { roomFacts } from '../flow-facts.ts'
import { publishState } from '../post-entry.ts'
import { flowSetting, flowStateOf } from '../queries.ts'

type GoalInput = InputOf<typeof liveFlowEndpoints.setLiveGoal>
type GoalRefusal =
  | 'notFound'
  | 'liveOver'
  | 'contactRefused'
  | 'liveNameWrong'
  | 'liveBonusTooHigh'
  | 'idempotencyMismatch'

/** Sets the goal of the broadcaster's room in place of the present one, once per client-made id; null withdraws it. */
export const setGoal = async (
  context: Context,
  { memberId }: Viewer,
  { roomId, goal }: GoalInput,
): Promise<FlowState | Refusal<GoalRefusal>> => {
  const { db } = context
  const facts = await roomFacts(db, roomId, memberId)
  if (facts?.role !== 'broadcaster') return refuse('notFound')
  if (facts.isOver) return refuse('liveOver')
  if (goal) {
    const name = readLiveName(goal.name)
    if (isRefusal(name)) return name
    if (await contactGuardDecision(db, { text: name, isWarned: false })) return refuse('contactRefused')
    const { goalBonusMax, goalBonusPercent } = await flowSetting(db)
    const tooHigh = decideGoalTerms(goal.bonusPoints, goalBonusMax)
    if (tooHigh) return tooHigh
    const set = await inTransaction(db, (tx) =>
      replaceGoal(context, tx, roomId, { ...goal, name, bonusPercent: goalBonusPercent }),
    )
    if (set) return set
  } else {
    await inTransaction(db, (tx) => closeGoal(context, tx, roomId))
  }
  return (await flowStateOf(context, roomId)).state
}

const closeGoal = async (context: Context, tx: Tx, roomId: string): Promise<void> => {
  await sql`select from live_room r where r.id = ${roomId} for no key update`.execute(tx)
  await tx
    .updateTable('live_goal')
    .set({ closed_at: sql`clock_timestamp()` })
    .where('room_id', '=', roomId)
    .where('closed_at', 'is', null)
    .execute()
  await publishState(context, tx, roomId)
}

const replaceGoal = async (
  context: Context,
  tx: Tx,
  roomId: string,
  goal: NonNullable<GoalInput['goal']> & { bonusPercent: number },
): Promise<null | Refusal<'idempotencyMismatch'>> => {
  const { goalId: id, name, unit, target, bonusPoints, bonusPercent } = goal
  await sql`select from live_room r where r.id = ${roomId} for no key update`.execute(tx)
  const known = await tx.selectFrom('live_goal').select('room_id').where('id', '=', id).executeTakeFirst()
  if (known) return known.room_id === roomId ? null : refuse('idempotencyMismatch')
  await closeGoal(context, tx, roomId)
  await tx
    .insertInto('live_goal')
    .values({
      ...{ id, room_id: roomId, name, unit, target },
      ...{ bonus_points: bonusPoints, bonus_percent: bonusPercent },
    })
    .execute()
  return null
}

interface ClaimRow {
  is_reached: boolean
  bonus_points: number
  bonus_percent: number
  given: number | null
  received: number | null
}

/** Bonuses expire as other free points do that were given for taking part. */
const bonusValidDays = 30

/**
 * Grants a member the bonus of a goal that was reached, as free points that the platform issues, once per member and
 * goal. A goal that was replaced after it was reached still pays.
 */
export const receiveGoalBonus = async (
  context: Context,
  { memberId }: Viewer,
  goalId: string,
): Promise<
  | { points: number; point: number }
  | Refusal<'notFound' | 'liveGoalOpen' | 'liveBonusTaken' | 'liveBonusNotYours'>
> => {
  const granted = await inTransaction(context.db, async (tx) => {
    // One claim at a time, so that only the first of several finds nothing received.
    await sql`select from live_goal_part p where p.goal_id = ${goalId} and p.member_id = ${memberId} for update`.execute(
      tx,
    )
    const { rows } = await sql<ClaimRow>`
      select g.reached_at is not null as is_reached, g.bonus_points, g.bonus_percent, p.points as given,
        p.bonus_points as received
      from live_goal g left join live_goal_part p on p.goal_id = g.id and p.member_id = ${memberId}
      where g.id = ${goalId}`.execute(tx)
    const row = rows[0]
    if (!row) return refuse('notFound')
    const points = decideGoalBonus({
      terms: { bonusPoints: row.bonus_points, bonusPercent: row.bonus_percent },
      isReached: row.is_reached,
      givenPoints: row.given,
      isReceived: row.received !== null,
    })
    if (isRefusal(points)) return points
    const grant = await grantPoints(tx, {
      ...{ key: `liveGoal:${goalId}`, memberId, points, kind: 'free', purpose: 'liveGoalBonus' },
      ...{ reference: goalId, validDays: bonusValidDays },
    })
    if (isRefusal(grant) || grant.isRepeat)
      throw new Error(`goal ${goalId} paid ${memberId} before, unrecorded`)
    await tx
      .updateTable('live_goal_part')
      .set({ bonus_points: points })
      .where('goal_id', '=', goalId)
      .where('member_id', '=', memberId)
      .execute()
    await context.events.publish(tx, { type: 'point:changed', memberId })
    return points
  })
  return isRefusal(granted) ? granted : { points: granted, point: await myPoint(context, memberId) }
}
