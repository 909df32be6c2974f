import type { Updateable } from 'kysely'
import type { DecisionReason, DocumentSide } from '#contract/applications/applications.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { dayMs } from '#domain/applications/retention.ts'
import { publicText } from '#domain/text/written.ts'
import { makeBroadcaster } from '#server/account/actions/make-broadcaster.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { addBroadcaster } from '#server/people/actions/add-broadcaster.ts'
import { type ApplicationRow, lockHandedIn, retireDocuments } from '../application-rows.ts'
import { notifyApplicant } from '../decision-notification.ts'
import { openPerson } from '../encrypt-legal-person.ts'
import { dropWaiting } from '../waiting-alert.ts'

/** What an operator has looked at. */
export interface LookedAt {
  applicationId: number
  /** As it was handed in for the how-many-th time. */
  submission: number
  operatorId: number
}

/** Back to the applicant: refused, or for more. */
export type SentBack =
  | { state: 'refused'; reason: DecisionReason; message: string; reapplyAfterDays: number | null }
  | { state: 'needsMore'; reason: DecisionReason; message: string; sides: DocumentSide[] }

type Deciding = Pick<Context, 'config' | 'now' | 'events' | 'mailer' | 'secret'>
type DecideRefusal = 'notFound' | 'applicationDecided'

/**
 * Locks what is to be decided. Of two operators the first one decides; the same operator's same decision again is `done`.
 * Refuses applicationDecided, too, when it was handed in anew since it was looked at.
 */
const lockForDecision = async (
  tx: Tx,
  { applicationId, submission, operatorId }: LookedAt,
  state: 'approved' | SentBack['state'],
): Promise<{ row: ApplicationRow; isDone: boolean } | Refusal<DecideRefusal>> => {
  const row = await lockHandedIn(tx, applicationId)
  if (!row) return refuse('notFound')
  if (row.submissions !== submission) return refuse('applicationDecided')
  if (row.state === state && row.decided_by === operatorId) return { row, isDone: true }
  return row.state === 'submitted' ? { row, isDone: false } : refuse('applicationDecided')
}

/**
 * Makes the applicant a broadcaster at once. Precedence of refusals: notFound, applicationDecided (also where the person
 * can't be read any more or is no caller), applicantInCall: who is in a call as a caller ends it as one first.
 *
 * @returns the applicant's id
 */
export const approveApplication = async (
  context: Deciding,
  tx: Tx,
  lookedAt: LookedAt,
): Promise<string | Refusal<DecideRefusal | 'applicantInCall'>> => {
  const locked = await lockForDecision(tx, lookedAt, 'approved')
  if (isRefusal(locked)) return locked
  const { row, isDone } = locked
  const memberId = row.member_id
  if (isDone) return memberId
  const person = row.person && openPerson(context, row.id, row.person)
  if (!person) return refuse('applicationDecided')
  const { birthDate } = person
  const seats = await tx
    .selectFrom('call_seat')
    .select('member_id')
    .where('member_id', '=', memberId)
    .execute()
  if (seats.length > 0) return refuse('applicantInCall')
  if (!(await makeBroadcaster(context, tx, { memberId, birthDate }))) return refuse('applicationDecided')
  const at = new Date(context.now())
  await addBroadcaster(tx, memberId, at)
  await store(tx, row.id, {
    state: 'approved',
    reason: null,
    message: '',
    decided_at: at,
    decided_by: lookedAt.operatorId,
    moved_at: at,
  })
  await notifyApplicant(context, tx, { memberId, outcome: 'approved' })
  return memberId
}

/**
 * Refuses an application, or gives it back for more; pictures that are asked for anew go at once. Refuses: notFound,
 * applicationDecided.
 *
 * @returns the applicant's id
 */
export const sendBackApplication = async (
  context: Deciding,
  tx: Tx,
  lookedAt: LookedAt,
  words: SentBack,
): Promise<string | Refusal<DecideRefusal>> => {
  const locked = await lockForDecision(tx, lookedAt, words.state)
  if (isRefusal(locked)) return locked
  const { row, isDone } = locked
  if (isDone) return row.member_id
  const at = new Date(context.now())
  if (words.state === 'needsMore' && words.sides.length > 0)
    await retireDocuments(tx, row.id, { at, sides: words.sides })
  await store(tx, row.id, {
    state: words.state,
    reason: words.reason,
    message: publicText(words.message),
    asked_sides: words.state === 'needsMore' ? words.sides : [],
    apply_again_at: words.state === 'refused' ? againAt(at, words.reapplyAfterDays) : null,
    decided_at: words.state === 'refused' ? at : null,
    decided_by: lookedAt.operatorId,
    moved_at: at,
  })
  await notifyApplicant(context, tx, { memberId: row.member_id, outcome: words.state })
  return row.member_id
}

const againAt = (at: Date, days: number | null): Date | null =>
  days === null ? null : new Date(at.getTime() + days * dayMs)

const store = async (
  tx: Tx,
  applicationId: number,
  decided: Updateable<Tables['broadcaster_application']>,
): Promise<void> => {
  await tx.updateTable('broadcaster_application').set(decided).where('id', '=', applicationId).execute()
  await dropWaiting(tx, applicationId)
}
