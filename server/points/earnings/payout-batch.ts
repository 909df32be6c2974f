import { bankKana } from '#domain/points/bank-account.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { openBankAccount } from './payout-account.ts'

export interface PayoutBatch {
  csv: string
  payoutIds: string[]
  yen: number
  /** Approved ones that an earlier batch gave out. */
  batchedBefore: number
  /** Whose account can't be opened any more. */
  unreadable: string[]
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
/** As banks number them. */
const kindNumber = { ordinary: 1, current: 2, savings: 4 } as const

/**
 * Gives out the transfers of approved payouts, oldest first, to the accounts they were asked for with. Each is given
 * out once, unless those of earlier batches are asked for `again`: a file that didn't arrive.
 */
export async function claimPayoutBatch(
  context: Pick<Context, 'secret' | 'now'>,
  tx: Tx,
  again: boolean,
): Promise<PayoutBatch> {
  // Locked: of two operators who ask together the second sees what the first was given.
  const rows = await tx
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select(['b.id', 'b.points', 'b.bank_sealed', 'b.batched_at', 'a.owner_id'])
    .where('b.state', '=', 'approved')
    .orderBy('b.approved_at')
    .orderBy('b.id')
    .forUpdate('b')
    .execute()
  const batch: PayoutBatch = { csv: '', payoutIds: [], yen: 0, batchedBefore: 0, unreadable: [] }
  const lines: (string | number)[][] = [batchHead]
  for (const { id, points, bank_sealed, batched_at, owner_id } of rows) {
    if (batched_at) batch.batchedBefore += 1
    if (batched_at && !again) continue
    const account = openBankAccount(context, owner_id ?? '', bank_sealed)
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

/** Quoted where the comma of a holder's name would break the line. */
const cell = (value: string | number): string => (/[",]/.test(`${value}`) ? `"${value}"` : `${value}`)
