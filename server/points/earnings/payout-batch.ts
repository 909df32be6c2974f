import { sql } from 'kysely'
import { bankKana } from '#domain/points/bank-account.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { decryptBankAccount } from './payout-account.ts'

export interface PayoutBatch {
  csv: string
  payoutIds: string[]
  yen: number
  /** Approved ones that an earlier batch contained. */
  batchedBefore: number
  /** Members whose account can no longer be opened. */
  unreadable: string[]
  /** Approved ones that a dispute or a refund has frozen since. */
  frozen: string[]
}

const batchHead = [
  '銀行コード',
  '銀行名',
  '支店コード',
  '支店名',
  '預金種目',
  '口座番号',
  '受取人名',
  '金額',
  '申請番号',
]
/** The numbers that banks use. */
const kindNumber = { ordinary: 1, current: 2, savings: 4 } as const

/**
 * Exports the transfers of approved payouts, oldest first, to the accounts that the requests named. Each is
 * exported once, unless `again` includes those of earlier batches: for a file that didn't arrive. A payout whose
 * earnings were frozen or taken back after its approval stays out.
 */
export async function claimPayoutBatch(
  context: Pick<Context, 'secret' | 'now'>,
  tx: Tx,
  again: boolean,
): Promise<PayoutBatch> {
  // Locked: when two operators export together the second sees what the first one got.
  const rows = await tx
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.id', 'b.points', 'b.bank_encrypted', 'b.batched_at', 'a.owner_id'])
    .select(sql<boolean>`payout_is_frozen(b.id)`.as('is_frozen'))
    .where('b.state', '=', 'approved')
    .orderBy('b.approved_at')
    .orderBy('b.id')
    .forUpdate('b')
    .execute()
  const batch: PayoutBatch = {
    ...{ csv: '', payoutIds: [], yen: 0, batchedBefore: 0 },
    ...{ unreadable: [], frozen: [] },
  }
  const lines: (string | number)[][] = [batchHead]
  for (const { id, points, bank_encrypted, batched_at, owner_id, is_frozen } of rows) {
    if (batched_at) batch.batchedBefore += 1
    if (batched_at && !again) continue
    if (is_frozen) {
      batch.frozen.push(id)
      continue
    }
    const account = decryptBankAccount(context, owner_id ?? '', bank_encrypted)
    if (!account) {
      batch.unreadable.push(id)
      continue
    }
    const { bankCode, bankName, branchCode, branchName, kind, number, holder } = account
    const to = [bankCode, bankName, branchCode, branchName, kindNumber[kind], number, bankKana(holder)]
    lines.push([...to, points, id])
    batch.payoutIds.push(id)
    batch.yen += points
  }
  await markBatched(context, tx, batch.payoutIds)
  return { ...batch, csv: `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n` }
}

const markBatched = async ({ now }: Pick<Context, 'now'>, tx: Tx, payoutIds: string[]): Promise<void> => {
  if (payoutIds.length === 0) return
  await tx
    .updateTable('payout')
    .set({ batched_at: new Date(now()) })
    .where('id', 'in', payoutIds)
    .where('batched_at', 'is', null)
    .execute()
}

/** Quoted where a comma in the holder's name would break the line. */
const cell = (value: string | number): string => (/[",]/.test(`${value}`) ? `"${value}"` : `${value}`)
