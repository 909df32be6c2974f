import type { OperatorStep } from '../../../contract/operator.ts'
import { isRefusal, type Refusal } from '../../../contract/refusal.ts'
import { checkPassword, normalMail } from '../../account/check-password.ts'
import { addressKey, keyedHash } from '../../account/keyed-hash.ts'
import { forgetFailures } from '../../account/sign-in-failures.ts'
import type { Context } from '../../context.ts'
import type { Client } from '../../http/handlers.ts'
import { openOperatorSession } from '../operator-sessions.ts'
import { operatorByMail } from '../queries.ts'

/**
 * First step: mail address and password open a session that can only take the second one. Tries are limited per
 * account and per network as members' are; the answer tells nothing about which operators exist.
 */
export const signInOperator = async (
  context: Context,
  given: { mail: string; password: string },
  client: Client,
): Promise<
  { cookieValue: string; step: OperatorStep } | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>
> => {
  const mail = normalMail(given.mail)
  const subjects = {
    account: keyedHash(context.secret, 'operator', mail),
    address: addressKey(context.secret, client.address),
  }
  const found = await checkPassword(context, subjects, { mail, password: given.password }, () =>
    operatorByMail(context.db, mail),
  )
  if (isRefusal(found)) return found
  const cookieValue = await context.db.transaction().execute(async (tx) => {
    await forgetFailures(tx, subjects)
    return openOperatorSession(context, tx, { operatorId: found.id, hasPassedBoth: false, client })
  })
  return { cookieValue, step: found.isEnrolled ? 'code' : 'enrol' }
}
