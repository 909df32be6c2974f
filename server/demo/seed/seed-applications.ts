import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { broadcasterTermsVersion } from '#contract/applications/applications.ts'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import { sidesOf } from '#domain/applications/documents.ts'
import { applicants } from '#seed/applicants.ts'
import type { SeedApplicant } from '#seed/types.ts'
import { beginApplication } from '#server/applications/actions/begin-application.ts'
import { expectDocument, storeDocument } from '#server/applications/actions/store-document.ts'
import { submitApplication } from '#server/applications/actions/submit-application.ts'
import { lockOpenApplication } from '#server/applications/application-rows.ts'
import { resolveWaitingAlert } from '#server/applications/waiting-alert.ts'
import type { Context } from '#server/context.ts'

const documentsFolder = fileURLToPath(new URL('../../../seed/documents/', import.meta.url))
const hourMs = 3_600_000

/**
 * Submits the demo's applications as their applicants would have, once each; an operator's decision stays. No
 * alert is raised for them: they are there to be looked at, not to be decided.
 */
export const seedApplications = async (context: Context): Promise<void> => {
  for (const applicant of applicants) {
    const known = await context.db
      .selectFrom('broadcaster_application')
      .select('id')
      .where('member_id', '=', applicant.id)
      .where('submissions', '>', 0)
      .executeTakeFirst()
    if (!known)
      await handIn({ ...context, now: () => context.now() - applicant.waitingHours * hourMs }, applicant)
  }
}

const done = <Result>(result: Result | Refusal): Result => {
  if (isRefusal(result)) throw new Error(`the demo's application was refused: ${result.refused}`)
  return result
}

const handIn = async (context: Context, applicant: SeedApplicant): Promise<void> => {
  const { id: memberId, documentKind } = applicant
  done(await beginApplication(context, memberId, documentKind))
  for (const side of sidesOf(documentKind)) {
    const file = applicant.pictures[side]
    if (!file) throw new Error(`${memberId} has no picture of the ${side}`)
    const sent = { memberId, uploadId: uploadIdOf(file), side }
    const expected = done(await expectDocument(context, sent))
    if (expected !== 'received')
      done(await storeDocument(context, sent, expected, await readFile(path.join(documentsFolder, file))))
  }
  done(await submitApplication(context, memberId, { ...applicant, termsVersion: broadcasterTermsVersion }))
  await context.db.transaction().execute(async (tx) => {
    const row = await lockOpenApplication(tx, memberId)
    if (row) await resolveWaitingAlert(tx, row.id)
  })
}

/** A UUID from the file's name: an interrupted seeding goes on where it stopped. */
const uploadIdOf = (file: string): string => {
  const hex = createHash('sha256').update(file).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
