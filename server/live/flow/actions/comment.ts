import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { FlowEntry } from '#contract/live/flow.ts'
import { hasRefusedWord, readLiveComment } from '#domain/live/comment.ts'
import { decideInRoom, decidePrice } from '#domain/live/payment.ts'
import { piecesMax } from '#domain/safety/contact-guard.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { myPoint } from '#server/points/my-point.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { passOnFunding } from '../../media/pass-on-funding.ts'
import { entryBySeq, entryWithId, type FlowSource, type KnownEntry } from '../entries.ts'
import { roomFacts } from '../flow-facts.ts'
import { type PayRefusal, payEntry, refusalOfPost } from '../pay-in-room.ts'
import { postEntry } from '../post-entry.ts'
import { flowSetting, refusedWords } from '../queries.ts'

type TextRefusal = 'contactRefused' | 'liveWordRefused'
export type CommentRefusal =
  | PayRefusal
  | TextRefusal
  | 'notFound'
  | 'liveMuted'
  | 'livePriceChanged'
  | 'liveCommentEmpty'
  | 'liveCommentTooLong'

export interface PaidEntry {
  entry: FlowEntry
  /** The payer's balance afterwards. */
  point: number
}

/** The entry that this request made before; null when its id is new. Refuses: idempotencyMismatch. */
export const repeatOf = async (
  source: FlowSource,
  id: string,
  own: Omit<KnownEntry, 'seq' | 'text'> & { text: string },
): Promise<FlowEntry | null | Refusal<'idempotencyMismatch'>> => {
  const known = await entryWithId(source.db, id)
  if (!known) return null
  const { seq, ...said } = known
  const isSame = isDeepStrictEqual({ ...said, text: said.text ?? own.text }, own)
  return isSame ? entryBySeq(source, known.roomId, seq) : refuse('idempotencyMismatch')
}

const commentOf = (said: { roomId: string; memberId: string; text: string }) =>
  ({ ...said, kind: 'comment', itemId: null, quantity: 1 }) as const

/** How far back a contact in pieces is looked for. */
const piecesWindow = sql`interval '10 minutes'`

/**
 * What everybody in the room reads is held to the strict rule: where the guard only warns in a chat of two, it refuses
 * here.
 */
const textDecision = async (
  db: Db,
  text: string,
  { roomId, memberId }: { roomId: string; memberId: string },
): Promise<null | Refusal<TextRefusal>> => {
  const [words, { rows }] = await Promise.all([
    refusedWords(db),
    sql<{ text: string }>`
      select e.text from live_entry e
      where e.member_id = ${memberId} and e.room_id = ${roomId} and e.kind = 'comment' and e.at > now() - ${piecesWindow}
      order by e.at desc limit ${piecesMax}`.execute(db),
  ])
  if (hasRefusedWord(text, words)) return refuse('liveWordRefused')
  const earlier = rows.map((row) => row.text).reverse()
  const refusal = await contactGuardDecision(db, { text, earlier, isWarned: false })
  return refusal ? refuse('contactRefused') : null
}

/** Pays and posts a comment, once per client-made id. A refusal costs nothing. */
export const payComment = async (
  context: Context,
  { memberId }: Viewer,
  input: { roomId: string; commentId: string; text: string; expectedPoints: number },
): Promise<PaidEntry | Refusal<CommentRefusal>> => {
  const { db } = context
  const { roomId, commentId: id } = input
  const text = readLiveComment(input.text)
  if (isRefusal(text)) return text
  // Read at once: in a busy room a round trip to the database takes longer than a query.
  const [repeat, facts, { commentPoints: points }, refusedText] = await Promise.all([
    repeatOf(context, id, commentOf({ roomId, memberId, text })),
    roomFacts(db, roomId, memberId),
    flowSetting(db),
    textDecision(db, text, { roomId, memberId }),
  ])
  if (isRefusal(repeat)) return repeat
  if (repeat) return { entry: repeat, point: await myPoint(context, memberId) }
  if (!facts) return refuse('notFound')
  const refusal = decideInRoom(facts) ?? decidePrice(points, input.expectedPoints) ?? refusedText
  if (refusal) return refusal
  const { callId } = facts
  if (callId === null) return refuse('liveNotWatching')
  const entry = { id, roomId, kind: 'comment', memberId, callId, text, points } as const
  const posted = await payEntry(
    context,
    db,
    { ...facts, callId },
    { ...entry, purpose: 'liveComment', isSlowed: true },
  )
  if (isRefusal(posted)) return posted
  const [own, point] = await Promise.all([
    entryAt(context, roomId, posted.seq),
    myPoint(context, memberId),
    facts.spendCap === null ? undefined : passOnFunding(context, callId),
  ])
  return { entry: own, point }
}

export const entryAt = async (source: FlowSource, roomId: string, seq: number): Promise<FlowEntry> => {
  const entry = await entryBySeq(source, roomId, seq)
  if (!entry) throw new Error(`entry ${seq} of room ${roomId} vanished`)
  return entry
}

/** Posts a comment of the broadcaster or of the moderator, which is free, once per client-made id. */
export const postFreeComment = async (
  context: Context,
  { memberId }: Pick<Viewer, 'memberId'>,
  input: { roomId: string; commentId: string; text: string },
): Promise<
  | FlowEntry
  | Refusal<
      | TextRefusal
      | 'notFound'
      | 'liveOver'
      | 'forbidden'
      | 'liveCommentEmpty'
      | 'liveCommentTooLong'
      | 'idempotencyMismatch'
    >
> => {
  const { db } = context
  const { roomId, commentId: id } = input
  const text = readLiveComment(input.text)
  if (isRefusal(text)) return text
  const repeat = await repeatOf(context, id, commentOf({ roomId, memberId, text }))
  if (repeat) return repeat
  const facts = await roomFacts(db, roomId, memberId)
  if (!facts) return refuse('notFound')
  if (facts.isOver) return refuse('liveOver')
  if (facts.role !== 'broadcaster' && (facts.role !== 'moderator' || facts.isMuted))
    return refuse('forbidden')
  const refused = await textDecision(db, text, { roomId, memberId })
  if (refused) return refused
  const posted = await inTransaction(db, async (tx) => {
    const answer = await postEntry(context, tx, { id, roomId, kind: 'comment', memberId, callId: null, text })
    return refusalOfPost(answer.status) ?? answer
  })
  if (!isRefusal(posted)) return entryAt(context, roomId, posted.seq)
  if (posted.refused === 'liveSlowMode') throw new Error('slow mode held a free comment')
  // Who was put out in this moment moderates no longer.
  if (posted.refused === 'liveNotWatching') return refuse('forbidden')
  return refuse(posted.refused)
}
