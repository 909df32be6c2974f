import type { operatorAccountEndpoints } from '#contract/operators/account.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { changePassword, confirmPassword } from './actions/change-password.ts'
import { operatorAction, operatorOverview } from './operator-handler.ts'
import { revokeOtherSessions } from './operator-sessions.ts'
import { recoveryCodesLeft, signInsOf } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

export const operatorAccountHandlers: HandlersOf<typeof operatorAccountEndpoints> = {
  operatorAccount: operatorOverview(async ({ context, tx, operator }) => ({
    type: 'success',
    recoveryCodesLeft: await recoveryCodesLeft(tx, operator.id),
    signIns: await signInsOf(tx, operator, context.now()),
  })),

  operatorChangePassword: operatorAction(async ({ context, tx, input, operator, client }) => {
    const refusal = await changePassword(context, tx, operator, input, client)
    return refusal ?? { answer: { type: 'success' }, subject: `operator:${operator.mail}` }
  }),

  operatorRenewRecoveryCodes: operatorAction(async ({ context, tx, input, operator, client }) => {
    const refusal = await confirmPassword(context, operator, input.password, client)
    if (refusal) return refusal
    const recoveryCodes = await replaceRecoveryCodes(context, tx, operator.id)
    return { answer: { type: 'success', recoveryCodes }, subject: `operator:${operator.mail}` }
  }),

  operatorEndOtherSignIns: operatorAction(async ({ context, tx, operator }) => {
    await revokeOtherSessions(context, tx, operator)
    return { answer: { type: 'success' }, subject: `operator:${operator.mail}` }
  }),
}
