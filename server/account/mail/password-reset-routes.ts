import type { passwordResetEndpoints } from '#contract/account/password-reset.ts'
import { refuse } from '#contract/core/refusal.ts'
import { isMailAddress, normalMail } from '#domain/account/mail-address.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { admitsAccountRequest } from '../account-request-limit.ts'
import { requestPasswordReset } from '../actions/request-password-reset.ts'
import { resetPassword } from '../actions/reset-password.ts'
import { linkOrigin } from './mailed-link.ts'

export const passwordResetHandlers: HandlersOf<typeof passwordResetEndpoints> = {
  passwordResetRequest: async ({ context, input, client }) => {
    if (!context.mailer.isThere) return refuse('mailUnavailable')
    const mailAddress = normalMail(input.email)
    if (!isMailAddress(mailAddress)) return refuse('mailAddressWrong')
    if (!admitsAccountRequest(context, 'reset', client)) return refuse('tooManyRequests')
    requestPasswordReset(context, mailAddress, linkOrigin(context, client)).catch((error: unknown) =>
      context.log.error('password-reset-failed', { error }),
    )
    return { type: 'success' }
  },

  resetPwdForWeb: async ({ context, input, client }) => {
    if (!admitsAccountRequest(context, 'new-password', client)) return refuse('tooManyRequests')
    return (await resetPassword(context, input)) ?? { type: 'success' }
  },
}
