import type { passwordResetEndpoints } from '../../contract/password-reset.ts'
import { refuse } from '../../contract/refusal.ts'
import { isMailAddress, normalMail } from '../../domain/account/mail-address.ts'
import type { Context } from '../context.ts'
import type { Client, HandlersOf } from '../http/handlers.ts'
import { requestPasswordReset } from './actions/request-password-reset.ts'
import { resetPassword } from './actions/reset-password.ts'
import { addressKey } from './keyed-hash.ts'

const admits = ({ accountRequestLimit, secret }: Context, what: string, client: Client): boolean =>
  accountRequestLimit.admits(`${what}:${addressKey(secret, client.address)}`)

export const passwordResetHandlers: HandlersOf<typeof passwordResetEndpoints> = {
  passwordResetRequest: async ({ context, input, client }) => {
    if (!context.mailer.isThere) return refuse('mailUnavailable')
    const mailAddress = normalMail(input.email)
    if (!isMailAddress(mailAddress)) return refuse('mailAddressWrong')
    if (!admits(context, 'reset', client)) return refuse('tooManyRequests')
    // Only a server that sends mail has links in it, and its configuration names PUBLIC_URL.
    const origin = context.config.publicUrl ?? `http://${client.host}`
    requestPasswordReset(context, mailAddress, origin).catch((error: unknown) =>
      context.log.error('password-reset-failed', { error }),
    )
    return { type: 'success' }
  },

  resetPwdForWeb: async ({ context, input, client }) => {
    if (!admits(context, 'new-password', client)) return refuse('tooManyRequests')
    return (await resetPassword(context, input)) ?? { type: 'success' }
  },
}
