import { recoveryCodeCharacters } from '#contract/account/recovery-code.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { foldRecoveryCode, isRecoveryCode } from '#domain/account/recovery-code.ts'
import type { Context } from '#server/context.ts'
import { memberCodeHash, useUpRecoveryCode } from '#server/credentials/recovery-codes.ts'
import { isBackedOff, recordSignInFailure } from '#server/credentials/sign-in-failures.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { type Browser, openSignIn } from './open-sign-in.ts'

/**
 * Provider `recovery`: opens the account that the code was made for, and uses the code up. An unknown code, a
 * used one and a replaced one get the same sentence, and count against the network like a wrong password.
 */
export const signInByRecoveryCode = async (
  context: Context,
  typed: string,
  browser: Browser,
): Promise<OpenedSession | Refusal<'recoveryCodeWrong' | 'signInTooOften'>> => {
  const folded = foldRecoveryCode(typed)
  if (!isRecoveryCode(folded, recoveryCodeCharacters)) return refuse('recoveryCodeWrong')
  const subjects = { address: browser.addressKey }
  if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
  const codeHash = memberCodeHash(context.secret, folded)
  const opened = await context.db.transaction().execute(async (tx) => {
    const used = { nowMs: context.now(), hasDemo: context.config.demo }
    const memberId = await useUpRecoveryCode(tx, codeHash, used)
    return memberId === null ? null : openSignIn(context, tx, memberId, browser, 'recoveryCode')
  })
  if (opened === null) {
    await recordSignInFailure(context.db, subjects, context.now())
    return refuse('recoveryCodeWrong')
  }
  if (browser.sessionKey) context.sessions.evict(browser.sessionKey)
  return opened
}
