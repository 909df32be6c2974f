import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, nothing, success } from '#contract/core/shared.ts'

/** In the order in which the ledger locks them. */
export const accountKinds = ['wallet', 'earnings', 'debt', 'issuer', 'platform', 'proceeds'] as const
export type AccountKind = (typeof accountKinds)[number]

const ledgerCheck = z.object({
  checkedAt: instant,
  tookMs: z.int(),
  /** Mail address; null for the nightly job. */
  runBy: z.nullable(z.string()),
  /** At most 1,000 are counted. */
  defects: z.int(),
  firstDefects: z.array(z.object({ problem: z.string(), subject: z.string() })),
})
export type LedgerCheck = z.infer<typeof ledgerCheck>

const trialBalanceLine = z.object({
  kind: z.enum(accountKinds),
  accounts: z.int(),
  /** The sum of the entries, in points; below zero where more left than came. */
  entries: z.int(),
  /** The sum of the balances kept, in points; 0 for issuer and platform, which keep none. */
  balances: z.int(),
  held: z.int(),
})
export type TrialBalanceLine = z.infer<typeof trialBalanceLine>

export const operatorLedgerEndpoints = {
  operatorLedgerHealth: defineEndpoint({
    method: 'POST',
    path: '/api/operator/ledger-health',
    access: 'operator',
    summary: 'The trial balance by kind of account, and what the latest checks found',
    input: nothing,
    output: z.object({
      type: success,
      /** Sums to 0 over its entries. */
      trialBalance: z.array(trialBalanceLine),
      checks: z.array(ledgerCheck),
    }),
    refusals: [],
  }),
  operatorCheckLedger: defineEndpoint({
    method: 'POST',
    path: '/api/operator/check-ledger',
    access: 'operator',
    summary: 'Checks the ledger now, as the nightly job does',
    input: nothing,
    output: z.object({ type: success, check: ledgerCheck }),
    refusals: [],
  }),
}
