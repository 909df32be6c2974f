import { sql } from 'kysely'
import type { applicationEndpoints } from '#contract/applications/applications.ts'
import { broadcasterTermsVersion, type OwnApplication } from '#contract/applications/applications.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { missingSides } from '#domain/applications/documents.ts'
import {
  type LegalPerson,
  type LegalPersonRefusal,
  readLegalPerson,
} from '#domain/applications/legal-person.ts'
import { stateBirthDate } from '#server/account/actions/state-birth-date.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { birthDateOf } from '#server/members/queries.ts'
import { type ApplicationRow, documentsOf, lockOpenApplication } from '../application-rows.ts'
import { encryptPerson, personKeysOf } from '../encrypt-legal-person.ts'
import { ownApplicationOf } from '../queries.ts'
import { raiseWaitingAlert } from '../waiting-alert.ts'

type SubmitRefusal =
  | 'applicationNotOpen'
  | 'applicationSubmitted'
  | 'applicationTermsChanged'
  | LegalPersonRefusal
  | 'documentMissing'

/**
 * Submits an application, for the first time or again after operators asked for more. The order of the
 * refusals: its state, the terms, the person (`readLegalPerson`), the pictures. A birth date under 18 counts
 * as stated: it closes the account as it would before a purchase.
 */
export const submitApplication = async (
  context: Context,
  memberId: string,
  input: InputOf<typeof applicationEndpoints.submitApplication>,
): Promise<OwnApplication | Refusal<SubmitRefusal>> => {
  const submitted = await inTransaction<OwnApplication | Refusal<SubmitRefusal>>(context.db, async (tx) => {
    const row = await lockOpenApplication(tx, memberId)
    if (row?.state === 'submitted') return refuse('applicationSubmitted')
    if (!row || row.document_kind !== input.documentKind) return refuse('applicationNotOpen')
    if (input.termsVersion !== broadcasterTermsVersion) return refuse('applicationTermsChanged')
    const person = readLegalPerson(input, await birthDateOf(tx, memberId), context.now())
    if (isRefusal(person)) return person
    const received = (await documentsOf(tx, row.id)).map(({ side }) => side)
    if (missingSides(row.document_kind, received).length > 0) return refuse('documentMissing')
    await handIn(context, tx, row, person)
    return ownApplicationOf(tx, memberId)
  })
  if (isRefusal(submitted) && submitted.refused === 'underAge')
    await stateBirthDate(context, memberId, input.birthDate)
  return submitted
}

const handIn = async (
  context: Pick<Context, 'now' | 'secret'>,
  tx: Tx,
  row: ApplicationRow,
  person: LegalPerson,
): Promise<void> => {
  const at = new Date(context.now())
  await sql`
    update broadcaster_application set
      state = 'submitted', person = ${encryptPerson(context, row.id, person)},
      person_keys = ${personKeysOf(context, person)}::text[],
      terms_version = ${broadcasterTermsVersion}, terms_agreed_at = ${at},
      submitted_at = ${at}, moved_at = ${at}, submissions = submissions + 1
    where id = ${row.id}`.execute(tx)
  await raiseWaitingAlert(tx, { id: row.id, memberId: row.member_id })
}
