import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { withdrawApplicationInTx } from './withdraw-application.ts'

/**
 * Deletes the applicant's data and the decision's text when `tx` commits. Files are deleted by the job's next
 * round. The fact of a check, with its time and operator, stays with the member's row.
 */
export const eraseApplications = async (
  context: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  const at = new Date(context.now())
  await withdrawApplicationInTx(context, tx, memberId)
  await sql`
    update identity_document set retired_at = ${at}
    where retired_at is null
      and application_id in (select id from broadcaster_application where member_id = ${memberId})`.execute(
    tx,
  )
  await sql`
    update broadcaster_application set person = null, person_keys = '{}', message = ''
    where member_id = ${memberId}`.execute(tx)
}
