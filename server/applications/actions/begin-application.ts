import { sql } from 'kysely'
import type { DocumentKind, OwnApplication } from '#contract/applications/applications.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { birthDateOf, memberById } from '#server/members/queries.ts'
import { lockOpenApplication, newestApplication, retireDocuments } from '../application-rows.ts'
import { deleteDocuments } from '../document-files.ts'
import { ownApplicationOf } from '../queries.ts'

/** Applications that a member may begin in a day: beginning and withdrawing can't go on without limit. */
const begunPerDayMax = 10

type BeginRefusal =
  | 'applicationRole'
  | 'applicationSubmitted'
  | 'applicationTooEarly'
  | 'underAge'
  | 'tooManyRequests'

/**
 * Begins an application with a kind of document, or chooses another kind in an open application, which drops
 * the pictures of the kind before. The order of the refusals: role, under 18, submitted already, refused
 * lately.
 */
export const beginApplication = async (
  context: Pick<Context, 'db' | 'now' | 'storage'>,
  memberId: string,
  documentKind: DocumentKind,
): Promise<OwnApplication | Refusal<BeginRefusal>> => {
  const at = new Date(context.now())
  let retired: string[] = []
  const begun = await inTransaction<OwnApplication | Refusal<BeginRefusal>>(context.db, async (tx) => {
    await lockName(tx, `application:${memberId}`)
    if ((await memberById(tx, memberId))?.role !== 'caller') return refuse('applicationRole')
    if (isUnderAge(await birthDateOf(tx, memberId), at.getTime())) return refuse('underAge')
    const open = await lockOpenApplication(tx, memberId)
    if (open?.state === 'submitted') return refuse('applicationSubmitted')
    if (!open) {
      const refusal = await startAnew(tx, memberId, documentKind, at)
      return refusal ?? ownApplicationOf(tx, memberId)
    }
    if (open.document_kind !== documentKind) retired = await retireDocuments(tx, open.id, { at })
    await tx
      .updateTable('broadcaster_application')
      .set({ document_kind: documentKind, moved_at: at })
      .where('id', '=', open.id)
      .execute()
    return ownApplicationOf(tx, memberId)
  })
  if (!isRefusal(begun)) await deleteDocuments(context, retired)
  return begun
}

const startAnew = async (
  tx: Tx,
  memberId: string,
  documentKind: DocumentKind,
  at: Date,
): Promise<Refusal<'applicationTooEarly' | 'tooManyRequests'> | null> => {
  const newest = await newestApplication(tx, memberId)
  const isClosed =
    newest?.state === 'refused' && (newest.apply_again_at === null || newest.apply_again_at > at)
  if (isClosed) return refuse('applicationTooEarly')
  const { rows } = await sql<{ begun: number }>`
    select count(*)::int as begun from broadcaster_application
    where member_id = ${memberId} and created_at > ${at}::timestamptz - interval '1 day'`.execute(tx)
  if ((rows[0]?.begun ?? 0) >= begunPerDayMax) return refuse('tooManyRequests')
  await tx
    .insertInto('broadcaster_application')
    .values({ member_id: memberId, document_kind: documentKind, created_at: at, moved_at: at })
    .execute()
  return null
}
