import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { clearFailures, isBackedOff, recordFailure } from '#server/credentials/sign-in-failures.ts'
import type { Tx } from '#server/db/database.ts'
import type { Client } from '#server/http/handlers.ts'
import { addressKey, keyedHash } from '#server/secrets/keyed-hash.ts'
import { acceptCode } from '../accept-code.ts'
import { recordAudit } from '../audit.ts'
import { type Operator, openOperatorSession, revokeOperatorSessions } from '../operator-sessions.ts'
import { raiseAlert } from '../raise-alert.ts'
import { replaceRecoveryCodes } from '../recovery-codes.ts'

export interface PassedSignIn {
  /** The cookie of a new session: the one that knew only the password ends. */
  cookieValue: string
  /** Shown once; null unless an authenticator was enrolled. */
  recoveryCodes: string[] | null
}

/**
 * Second step: a code of the authenticator, or a recovery code, each of which works once. The first code made with
 * an offered secret enrols it. Tries count per operator and per network, like passwords but separately.
 */
export const submitCode = (
  context: Context,
  operator: Operator,
  typed: string,
  client: Client,
): Promise<PassedSignIn | Refusal<'codeRefused' | 'signInTooOften'>> => {
  const subjects = {
    account: keyedHash(context.secret, 'operatorCode', String(operator.id)),
    address: addressKey(context.secret, client.address),
  }
  const line = { operatorId: operator.id, address: client.address, subject: null }
  // Not `inTransaction`: a refusal is counted and logged, so it has to be committed.
  return context.db.transaction().execute(async (tx) => {
    // Simultaneous tries wait here, so that each sees the others' failures.
    await tx.selectFrom('operator').select('id').where('id', '=', operator.id).forUpdate().execute()
    if (await isBackedOff(tx, subjects, context.now())) return refuse('signInTooOften')
    const means = await acceptCode(context, tx, operator, typed)
    if (means === null) {
      await recordFailure(tx, subjects, context.now())
      await recordAudit(tx, { ...line, action: 'codeRefused' })
      if (await isBackedOff(tx, subjects, context.now())) await warnOfTries(tx, operator, client)
      return refuse('codeRefused')
    }
    await clearFailures(tx, subjects)
    await recordAudit(tx, { ...line, action: 'signIn', after: { by: means } })
    return {
      cookieValue: await openThrough(context, tx, operator, client),
      recoveryCodes: means === 'enrolment' ? await replaceRecoveryCodes(context, tx, operator.id) : null,
    }
  })
}

/** A second step is only possible with the right password. */
const warnOfTries = (tx: Tx, { mail }: Operator, { address }: Client): Promise<void> =>
  raiseAlert(tx, {
    kind: 'operatorTries',
    subject: mail,
    text: `${mail} の確認コードが続けて違いました（接続元 ${address}）。本人でなければ、パスワードが知られています。`,
  })

/** Opens a new session: a thief of the first step's cookie gains nothing by the second step. */
const openThrough = async (context: Context, tx: Tx, operator: Operator, client: Client): Promise<string> => {
  await revokeOperatorSessions(context, tx, { sessionKey: operator.sessionKey })
  return openOperatorSession(context, tx, { operatorId: operator.id, hasPassedBoth: true, client })
}
