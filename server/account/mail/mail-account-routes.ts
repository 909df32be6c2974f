import type { mailAccountEndpoints, SignInWays } from '#contract/account/mail-account.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import { mailMaskedForOwner } from '#domain/account/mail-address.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { admitsAccountRequest } from '../account-request-limit.ts'
import { requestMailConfirmation } from '../actions/ask-mail-confirmation.ts'
import { changePassword } from '../actions/change-password.ts'
import { confirmMail } from '../actions/confirm-mail.ts'
import { hasRecoveryMethod } from '../recovery-methods.ts'
import { sessionCookie } from '../sign-in/session-answer.ts'
import { endPendingMail, pendingMailOf } from './mail-confirmations.ts'
import { linkOrigin } from './mailed-link.ts'

export const mailAccountHandlers: HandlersOf<typeof mailAccountEndpoints> = {
  getSignInWays: async ({ context, viewer }) => ({
    type: 'success',
    ways: await signInWaysOf(context, viewer.memberId),
  }),

  sendConfirmEmail: async ({ context, viewer, input, client }) => {
    if (!context.mailer.isThere) return refuse('mailUnavailable')
    if (!admitsAccountRequest(context, 'confirm-mail', client)) return refuse('tooManyRequests')
    const refused = await requestMailConfirmation(context, viewer, input, linkOrigin(context, client))
    return refused ?? { type: 'success' }
  },

  cancelConfirmEmail: async ({ context, viewer }) => {
    await endPendingMail(context.db, viewer.memberId, context.now())
    return { type: 'success' }
  },

  confirmMail: async ({ context, viewer, input, client, cookies }) => {
    if (!admitsAccountRequest(context, 'confirmation', client)) return refuse('tooManyRequests')
    const confirmed = await confirmMail(context, input.token, viewer)
    if (isRefusal(confirmed)) return confirmed
    if (confirmed.rotated) cookies.push(sessionCookie(context.config, confirmed.rotated))
    return { type: 'success', isOwnSession: confirmed.rotated !== null }
  },

  changePassword: async ({ context, viewer, input, client, cookies }) => {
    if (!admitsAccountRequest(context, 'new-password', client)) return refuse('tooManyRequests')
    const changed = await changePassword(context, viewer, {
      password: input.password,
      userAgent: client.userAgent,
    })
    if (isRefusal(changed)) return changed
    cookies.push(sessionCookie(context.config, changed))
    return { type: 'success' }
  },
}

const signInWaysOf = async ({ db, now }: Context, memberId: string): Promise<SignInWays> => {
  const { email, hasPassword } = await db
    .selectFrom('member')
    .select((column) => [
      'email',
      column('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
    ])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const pending = await pendingMailOf(db, memberId, now())
  return {
    mail: email === null ? null : mailMaskedForOwner(email),
    hasPassword,
    isLostWithBrowser: !(await hasRecoveryMethod(db, memberId)),
    pendingMail: pending && { email: pending.email, expiresAt: pending.expiresAt.toISOString() },
  }
}
