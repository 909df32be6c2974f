import type { Updateable } from 'kysely'
import type { DecisionReason, DocumentSide } from '#contract/applications/applications.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { dayMs } from '#domain/applications/retention.ts'
import { publicText } from '#domain/text/written.ts'
import { makeBroadcaster } from '#server/account/actions/make-broadcaster.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { mailAddressesOf } from '#server/members/queries.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import type { ApplicationMoved } from '#server/notifications/stored-notices.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { notificationMail } from '#server/outbox/mail-texts.ts'
import { addBroadcaster } from '#server/people/actions/add-broadcaster.ts'
import { type ApplicationRow, lockHandedIn, retireDocuments } from '../application-rows.ts'
import { decryptPerson } from '../encrypt-legal-person.ts'
import { resolveWaitingAlert } from '../waiting-alert.ts'

/** The version of an application that an operator has looked at. */
export interface SeenSubmission {
  applicationId: number
  /** The number of the submission. */
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
 * Locks an application for a decision. Of two operators the first one decides; the same operator's same
 * decision again is `done`. Also refuses with applicationDecided when it was submitted again since the
 * operator looked at it.
 */
const lockForDecision = async (
  tx: Tx,
  { applicationId, submission, operatorId }: SeenSubmission,
  state: 'approved' | SentBack['state'],
): Promise<{ row: ApplicationRow; isDone: boolean } | Refusal<DecideRefusal>> => {
  const row = await lockHandedIn(tx, applicationId)
  if (!row) return refuse('notFound')
  if (row.submissions !== submission) return refuse('applicationDecided')
  if (row.state === state && row.decided_by === operatorId) return { row, isDone: true }
  return row.state === 'submitted' ? { row, isDone: false } : refuse('applicationDecided')
}

/**
 * Makes the applicant a broadcaster at once. The order of the refusals: notFound, applicationDecided (also if
 * the person can't be decrypted any more or isn't a caller), applicantInCall: an applicant in a call ends it
 * as a caller first.
 *
 * @returns the applicant's id
 */
export const approveApplication = async (
  context: Deciding,
  tx: Tx,
  seen: SeenSubmission,
): Promise<string | Refusal<DecideRefusal | 'applicantInCall'>> => {
  const locked = await lockForDecision(tx, seen, 'approved')
  if (isRefusal(locked)) return locked
  const { row, isDone } = locked
  const memberId = row.member_id
  if (isDone) return memberId
  const person = row.person && decryptPerson(context, row.id, row.person)
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
    decided_by: seen.operatorId,
    moved_at: at,
  })
  await notifyApplicant(context, tx, { memberId, outcome: 'approved' })
  return memberId
}

/**
 * Refuses an application, or returns it for more; pictures that are requested again are deleted at once.
 * Refuses: notFound, applicationDecided.
 *
 * @returns the applicant's id
 */
export const sendBackApplication = async (
  context: Deciding,
  tx: Tx,
  seen: SeenSubmission,
  words: SentBack,
): Promise<string | Refusal<DecideRefusal>> => {
  const locked = await lockForDecision(tx, seen, words.state)
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
    decided_by: seen.operatorId,
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
  await resolveWaitingAlert(tx, applicationId)
}

/** The mail about a decision is sent within this time, however late. */
const mailWithinMs = 7 * dayMs

/** Notifies the applicant in the app, and by a mail that doesn't name the subject, when `tx` commits. */
const notifyApplicant = async (
  context: Pick<Context, 'config' | 'now' | 'mailer'>,
  tx: Tx,
  { memberId, outcome }: { memberId: string; outcome: ApplicationMoved['outcome'] },
): Promise<void> => {
  await addMemberNotices(tx, [{ memberId, once: null, about: { kind: 'applicationMoved', outcome } }])
  const member = (await mailAddressesOf(tx, [memberId], context.config.demo)).get(memberId)
  if (!member || !context.mailer.isThere) return
  const expiresAt = new Date(context.now() + mailWithinMs)
  await addMail(context, tx, { memberId, to: member.email, ...notificationMail(member), expiresAt })
}
