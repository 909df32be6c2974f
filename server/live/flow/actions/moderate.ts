import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type liveFlowEndpoints, slowModeSeconds } from '#contract/live/flow.ts'
import { decideModeration } from '#domain/live/moderation.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { favouritesAndFollowersAmong } from '#server/favourites/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { roomAliases } from '../entries.ts'
import { type RoomFacts, roleInRoom, roomFacts } from '../flow-facts.ts'
import { wasHere } from '../live-member.ts'
import { publishChanged, publishState } from '../post-entry.ts'
import { releaseOrders } from './settle-orders.ts'

const isSlowMode = (seconds: number): boolean => (slowModeSeconds as readonly number[]).includes(seconds)

type Input = InputOf<typeof liveFlowEndpoints.moderateLive>
type Action = Input['action']
type ModerateRefusal = 'notFound' | 'liveOver' | 'forbidden'

/** Pins, removes, mutes, puts out, slows, or names a moderator. Doing it again changes nothing. */
export const moderate = async (
  context: Context,
  { memberId }: Viewer,
  { roomId, action }: Input,
): Promise<null | Refusal<ModerateRefusal>> => {
  const { db } = context
  const facts = await roomFacts(db, roomId, memberId)
  if (!facts || facts.role === null) return refuse('notFound')
  if (facts.isOver) return refuse('liveOver')
  const targetId = await targetOf(context, roomId, action)
  const target = targetId === null ? null : await roleOfTarget(context, facts, targetId)
  const refusal = decideModeration(facts.role, action.type, target)
  if (refusal) return refusal
  const done = await inTransaction(db, (tx) => carryOut(context, tx, facts, { action, targetId }))
  if (done) return done
  if (action.type === 'kick' && targetId !== null) await putOut(context, roomId, targetId)
  return null
}

/** Whom an action is about: by the alias in this room, or as the author of an entry. */
const targetOf = async ({ db, secret }: Context, roomId: string, action: Action): Promise<string | null> => {
  if (action.type === 'mute' || action.type === 'kick')
    return roomAliases(secret, roomId).memberOf(action.alias)
  if (action.type !== 'remove') return null
  const row = await db
    .selectFrom('live_entry')
    .select('member_id')
    .where('room_id', '=', roomId)
    .where('seq', '=', action.seq)
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** What an action's target is in this room; null for somebody who isn't there. */
const roleOfTarget = async ({ db }: Context, { roomId, broadcasterId }: RoomFacts, memberId: string) =>
  memberId === broadcasterId ? 'broadcaster' : roleInRoom(db, roomId, memberId)

const carryOut = async (
  context: Context,
  tx: Tx,
  { roomId, broadcasterId }: RoomFacts,
  { action, targetId }: { action: Action; targetId: string | null },
): Promise<null | Refusal<'notFound' | 'forbidden'>> => {
  switch (action.type) {
    case 'pin':
      return pin(context, tx, roomId, action.seq)
    case 'remove':
      return remove(context, tx, roomId, action.seq)
    case 'mute':
    case 'kick':
      if (targetId === null || !(await wasHere(tx, roomId, targetId))) return refuse('notFound')
      if (action.type === 'kick') await bar(tx, roomId, targetId)
      else await mute(tx, roomId, targetId, action.isMuted)
      return null
    case 'slowMode':
      if (!isSlowMode(action.seconds)) return refuse('forbidden')
      await tx
        .updateTable('live_room')
        .set({ slow_mode_sec: action.seconds })
        .where('id', '=', roomId)
        .execute()
      await publishState(context, tx, roomId)
      return null
    case 'moderator':
      return nameModerator(context, tx, { roomId, broadcasterId }, action.memberId)
  }
}

const pin = async (
  context: Context,
  tx: Tx,
  roomId: string,
  seq: number | null,
): Promise<null | Refusal<'notFound'>> => {
  const { numUpdatedRows } = await tx
    .updateTable('live_room as r')
    .set({ pinned_seq: seq })
    .where('r.id', '=', roomId)
    .where(
      sql<boolean>`${seq}::int is null or exists (select from live_entry e where e.room_id = ${roomId} and e.seq = ${seq}
        and e.kind = 'comment' and e.removed_at is null)`,
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return refuse('notFound')
  await publishState(context, tx, roomId)
  return null
}

/** The room is locked before its entry, as by what posts one. The text stays for a report's evidence. */
const remove = async (
  context: Context,
  tx: Tx,
  roomId: string,
  seq: number,
): Promise<null | Refusal<'notFound'>> => {
  await sql`update live_room r set pinned_seq = nullif(r.pinned_seq, ${seq}) where r.id = ${roomId}`.execute(
    tx,
  )
  const { rows } = await sql`
    update live_entry e set removed_at = coalesce(e.removed_at, clock_timestamp())
    where e.room_id = ${roomId} and e.seq = ${seq} and e.kind = 'comment' returning 1`.execute(tx)
  if (rows.length === 0) return refuse('notFound')
  await publishChanged(context, tx, roomId, seq)
  await publishState(context, tx, roomId)
  return null
}

const mute = async (tx: Tx, roomId: string, memberId: string, isMuted: boolean): Promise<void> => {
  if (isMuted)
    await tx
      .insertInto('live_mute')
      .values({ room_id: roomId, member_id: memberId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx.deleteFrom('live_mute').where('room_id', '=', roomId).where('member_id', '=', memberId).execute()
}

/**
 * From the commit on the member can't enter or pay; who moderates no longer does. The room is locked first, as by everything
 * that begins or is paid in it: what was quicker is committed and found by `putOut`, and what comes later sees the bar.
 */
const bar = async (tx: Tx, roomId: string, memberId: string): Promise<void> => {
  await sql`select from live_room r where r.id = ${roomId} for no key update`.execute(tx)
  await sql`
    update live_room r set moderator_id = null where r.id = ${roomId} and r.moderator_id = ${memberId}`.execute(
    tx,
  )
  await tx
    .insertInto('live_ban')
    .values({ room_id: roomId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Runs after the bar is stored: nothing new begins. Ends the visit, and a live call that rings or runs beside it; what
 * the member still has in the queue is released.
 */
const putOut = async (context: Context, roomId: string, memberId: string): Promise<void> => {
  for (const call of await openCallsInLiveRoom(context.db, roomId, memberId))
    await applyEvent(context, call, { type: 'hangUp', by: 'broadcaster' })
  await releaseOrders(context, { roomId, memberId })
}

const nameModerator = async (
  context: Context,
  tx: Tx,
  { roomId, broadcasterId }: Pick<RoomFacts, 'roomId' | 'broadcasterId'>,
  memberId: string | null,
): Promise<null | Refusal<'notFound'>> => {
  if (memberId !== null) {
    const isHere = (await roleInRoom(tx, roomId, memberId)) !== null
    const known = isHere ? await favouritesAndFollowersAmong(tx, broadcasterId, [memberId]) : []
    if (known.length === 0) return refuse('notFound')
  }
  await tx.updateTable('live_room').set({ moderator_id: memberId }).where('id', '=', roomId).execute()
  await publishState(context, tx, roomId)
  return null
}
