import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorNoticesEndpoints } from '#contract/operators/alerts.ts'
import type { operatorEndpoints } from '#contract/operators/operators.ts'
import type { operatorLedgerEndpoints } from '#contract/points/operator/ledger.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAccountHandlers } from '#server/operators/account-routes.ts'
import { finishAlert } from '#server/operators/actions/finish-alert.ts'
import { offerSecret } from '#server/operators/actions/offer-secret.ts'
import { signInOperator } from '#server/operators/actions/sign-in.ts'
import { signOutOperator } from '#server/operators/actions/sign-out.ts'
import { submitCode } from '#server/operators/actions/submit-code.ts'
import { setDeviceCookie } from '#server/operators/known-browser.ts'
import { operatorCookie } from '#server/operators/operator-cookie.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { isOwnHost } from '#server/operators/own-host.ts'
import { alertsOf, auditLines, openAlertCount } from '#server/operators/queries.ts'
import { trialBalance } from '../ledger/ledger-check.ts'
import { ledgerChecks, runLedgerCheck } from './ledger-checks.ts'

const signingIn: HandlersOf<typeof operatorEndpoints> = {
  operatorSignIn: async ({ context, input, client, cookieHeader, cookies }) => {
    // The demo's password is public: another site must not sign in through a host name of its own that leads
    // here.
    const { demo, publicUrl } = context.config
    if (demo && !isOwnHost(client.host, publicUrl)) return refuse('hostNotOwn')
    const opened = await signInOperator(context, input, client, cookieHeader)
    if (isRefusal(opened)) return opened
    cookies.push(operatorCookie(context.config.publicUrl, opened.cookieValue))
    return { type: 'success', step: opened.step }
  },

  operatorMe: async ({ context, viewer: { mail, step } }) => ({
    type: 'success',
    mail,
    step,
    openNotices: step === 'through' ? await openAlertCount(context.db) : 0,
  }),

  operatorOfferSecret: async ({ context, viewer }) => {
    const offered = await offerSecret(context, viewer)
    return isRefusal(offered) ? offered : { type: 'success', ...offered }
  },

  operatorGiveCode: async ({ context, viewer, input, client, cookies }) => {
    const passed = await submitCode(context, viewer, input.code, client)
    if (isRefusal(passed)) return passed
    cookies.push(
      operatorCookie(context.config.publicUrl, passed.cookieValue),
      setDeviceCookie(context, viewer.mail),
    )
    return { type: 'success', recoveryCodes: passed.recoveryCodes }
  },

  operatorSignOut: async ({ context, viewer, client, cookies }) => {
    await signOutOperator(context, viewer, client)
    cookies.push(operatorCookie(context.config.publicUrl, null))
    return { type: 'success' }
  },

  operatorAuditLog: operatorOverview(async ({ tx, input }) => ({
    type: 'success',
    ...(await auditLines(tx, input)),
  })),
}

const notices: HandlersOf<typeof operatorNoticesEndpoints> = {
  operatorNotices: operatorOverview(async ({ tx, input }) => ({
    type: 'success',
    ...(await alertsOf(tx, input)),
  })),

  operatorFinishNotice: operatorAction(async ({ context, tx, input, operator }) => {
    const finished = await finishAlert(tx, {
      noticeId: input.noticeId,
      operatorId: operator.id,
      nowMs: context.now(),
    })
    if (isRefusal(finished)) return finished
    return {
      answer: { type: 'success' },
      subject: `notice:${input.noticeId}`,
      after: { kind: finished.kind, subject: finished.subject },
    }
  }),
}

const ledger: HandlersOf<typeof operatorLedgerEndpoints> = {
  operatorLedgerHealth: operatorOverview(async ({ tx }) => ({
    type: 'success',
    trialBalance: await trialBalance(tx),
    checks: await ledgerChecks(tx),
  })),

  operatorCheckLedger: operatorAction(async ({ tx, operator }) => {
    const { defects } = await runLedgerCheck(tx, operator.id)
    const [check] = await ledgerChecks(tx, 1)
    if (!check) throw new Error('the check that was just kept is gone')
    return { answer: { type: 'success', check }, subject: null, after: { defects: defects.length } }
  }),
}

export const operatorHandlers = { ...signingIn, ...operatorAccountHandlers, ...notices, ...ledger }
