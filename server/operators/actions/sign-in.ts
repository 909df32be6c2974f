import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { OperatorStep } from '#contract/operators/operators.ts'
import { normalMail } from '#domain/account/mail-address.ts'
import type { Context } from '#server/context.ts'
import { clearFailures } from '#server/credentials/sign-in-failures.ts'
import type { Client } from '#server/http/handlers.ts'
import { checkOperatorPassword, passwordLimitSubjects } from '../check-operator-password.ts'
import { isKnownBrowser } from '../known-browser.ts'
import { openOperatorSession } from '../operator-sessions.ts'

/**
 * First step: mail address and password open a session that can only take the second step. The answer doesn't reveal
 * which operators exist.
 */
export const signInOperator = async (
  context: Context,
  given: { mail: string; password: string },
  client: Client,
  cookieHeader: string | undefined,
): Promise<
  { cookieValue: string; step: OperatorStep } | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>
> => {
  const mail = normalMail(given.mail)
  const giver = { mail, client, isKnown: isKnownBrowser(context, cookieHeader, mail), operatorId: null }
  const found = await checkOperatorPassword(context, giver, given.password)
  if (isRefusal(found)) return found
  const cookieValue = await context.db.transaction().execute(async (tx) => {
    await clearFailures(tx, passwordLimitSubjects(context, giver))
    return openOperatorSession(context, tx, { operatorId: found.id, hasPassedBoth: false, client })
  })
  return { cookieValue, step: found.isEnrolled ? 'code' : 'enrol' }
}
