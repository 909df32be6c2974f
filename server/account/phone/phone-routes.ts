import type { phoneEndpoints } from '#contract/account/phone.ts'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addressKey, siteKey } from '#server/secrets/keyed-hash.ts'
import { removePhone } from '../actions/remove-phone.ts'
import { sendPhoneCode } from '../actions/send-phone-code.ts'
import { verifyPhoneCode } from '../actions/verify-phone-code.ts'
import { sessionCookie } from '../sign-in/session-answer.ts'
import { phoneStatusOf } from './phone-queries.ts'

export const phoneHandlers: HandlersOf<typeof phoneEndpoints> = {
  sendPhoneAuthCode: async ({ context, viewer, input, client }) => {
    if (!context.sms.isThere) return refuse('smsUnavailable')
    const networkKey = addressKey(context.secret, client.address)
    const site = siteKey(context.secret, client.address)
    if (site !== null && !context.limits.smsOfSite.admits(site)) return refuse('phoneCodeTooOften')
    const pending = await sendPhoneCode(context, viewer.memberId, { ...input, networkKey })
    return isRefusal(pending) ? pending : { type: 'success', pending }
  },

  verifyPhoneAuthCode: async ({ context, viewer, input, client, cookies }) => {
    const verified = await verifyPhoneCode(context, viewer, {
      code: input.code,
      userAgent: client.userAgent,
    })
    if (isRefusal(verified)) return verified
    const { session, ...answer } = verified
    cookies.push(sessionCookie(context.config, session))
    return { type: 'success', ...answer }
  },

  getPhoneNumber: async ({ context, viewer }) => ({
    type: 'success',
    phoneStatus: await phoneStatusOf(context, viewer.memberId),
  }),

  removePhoneNumber: async ({ context, viewer, client }) => {
    await removePhone(context, viewer, client.userAgent)
    return { type: 'success' }
  },
}
