import { defaultRates } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type LiveRates, liveTagMax, liveTitleMax } from '#contract/live/rooms.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import { hasRefusedWord } from '#domain/live/comment.ts'
import { roomEndsAt } from '#domain/live/daily-limit.ts'
import { nextRoomDeadline } from '#domain/live/room.ts'
import { isRate } from '#domain/people/rates.ts'
import { isLongerThan } from '#domain/text/written.ts'
import { claimBroadcasterSeat } from '#server/calls/actions/broadcaster-seat.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isConsentDue } from '#server/legal/queries.ts'
import { birthDateOf, isAnyClosed } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { leftTodayMs } from '../daily-limit.ts'
import { refusedWords } from '../flow/queries.ts'
import { findRoom, type RoomRecord } from '../room-record.ts'
import { liveRateBounds, liveSettings } from '../settings.ts'
import { applyRoomEvent, openLiveMedia } from './apply-room-event.ts'

export interface LiveToStart {
  roomId: string
  title: string
  tags: string[]
  rates: LiveRates
  source: 'browser' | 'encoder'
}

type StartRefusal =
  | 'forbidden'
  | 'underAge'
  | 'consentDue'
  | 'rateOutOfBounds'
  | 'contactRefused'
  | 'badInput'
  | 'callAlreadyInCall'
  | 'liveDailyLimit'
  | 'idempotencyMismatch'
  | 'mediaUnavailable'

/**
 * Opens a broadcaster's room. The broadcaster's seat names it: nothing else rings meanwhile. The id is client-made; the
 * same opening again answers the same room.
 */
export const startLive = async (
  context: Context,
  { memberId, role }: Pick<Viewer, 'memberId' | 'role'>,
  live: LiveToStart,
): Promise<RoomRecord | Refusal<StartRefusal>> => {
  const { db } = context
  if (role !== 'broadcaster') return refuse('forbidden')
  const earlier = await findRoom(db, live.roomId)
  if (earlier) return earlier.broadcasterId === memberId ? earlier : refuse('idempotencyMismatch')
  const refused = (await ratesRefused(db, live.rates)) ?? (await textsRefused(db, live))
  if (refused) return refused
  if (isUnderAge(await birthDateOf(db, memberId), context.now())) return refuse('underAge')
  if (await isConsentDue(db, memberId)) return refuse('consentDue')
  const placed = await inTransaction(db, (tx) => place(context, tx, memberId, live))
  if ('refused' in placed) return placed
  if (await openLiveMedia(context, placed)) return placed
  await applyRoomEvent(context, placed.id, { type: 'endedByBroadcaster' })
  return refuse('mediaUnavailable')
}

/** Each rate within the operators' bounds. */
export const ratesRefused = async (
  db: Db,
  rates: Partial<LiveRates>,
): Promise<Refusal<'rateOutOfBounds'> | null> => {
  const bounds = await liveRateBounds(db)
  const isWithin =
    (rates.watch === undefined || isRate(rates.watch, bounds.watch)) &&
    (rates.call === undefined || rates.call === null || isRate(rates.call, bounds.call))
  return isWithin ? null : refuse('rateOutOfBounds')
}

/** The contact guard reads the title with the tags, and so do the refused words. Everybody reads both, so a warning is a refusal here. */
export const textsRefused = async (
  db: Db,
  { title, tags }: Pick<LiveToStart, 'title' | 'tags'>,
): Promise<Refusal<'contactRefused' | 'badInput'> | null> => {
  const isLong = isLongerThan(title, liveTitleMax) || tags.some((tag) => isLongerThan(tag, liveTagMax))
  if (isLong) return refuse('badInput')
  if (hasRefusedWord([title, ...tags].join('\n'), await refusedWords(db))) return refuse('contactRefused')
  const guarded = await contactGuardDecision(db, { text: [title, ...tags].join('\n'), isWarned: false })
  return guarded ? refuse('contactRefused') : null
}

const place = async (
  context: Context,
  tx: Tx,
  memberId: string,
  { roomId, title, tags, rates, source }: LiveToStart,
): Promise<RoomRecord | Refusal<'callAlreadyInCall' | 'liveDailyLimit' | 'forbidden'>> => {
  const now = context.now()
  const { dailyLimitMs: limitMs } = await liveSettings(tx)
  const leftMs = await leftTodayMs(tx, memberId, { now, limitMs })
  if (leftMs <= 0) return refuse('liveDailyLimit')
  const endsAt = roomEndsAt(now, { leftMs, limitMs })
  const inserted = await tx
    .insertInto('live_room')
    .values({
      id: roomId,
      broadcaster_id: memberId,
      title,
      tags,
      source,
      watch_points_per_min: rates.watch,
      call_points_per_min: rates.call,
      ends_at: new Date(endsAt),
      node_id: context.nodes.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // The broadcaster is live in another room, or the same request was faster.
  if (!inserted) return refuse('callAlreadyInCall')
  if (!(await claimBroadcasterSeat(tx, { memberId, liveRoomId: roomId }))) return refuse('callAlreadyInCall')
  if (await isAnyClosed(tx, [memberId])) return refuse('forbidden')
  await context.events.publish(tx, { type: 'presence:changed', memberId })
  const room = await findRoom(tx, roomId)
  if (!room) throw new Error(`live room ${roomId} vanished`)
  await tx
    .updateTable('live_room')
    .set({ deadline_at: new Date(nextRoomDeadline(room.state) ?? endsAt) })
    .where('id', '=', roomId)
    .execute()
  return room
}

/** What a broadcaster who was never live starts with. */
export const firstRates: LiveRates = { watch: defaultRates.video, call: defaultRates.video }
