import type { ReceiptCheckpoint, ReceiptFields } from '#contract/receipts/receipts.ts'

export interface FieldDifference {
  field: string
  /** As the receipt says. */
  receipt: ReceiptFields[string]
  /** As our records say now. */
  record: ReceiptFields[string]
}

/** The fields in which a receipt and our records differ, in the order of the records. */
export const differingFields = (receipt: ReceiptFields, record: ReceiptFields): FieldDifference[] =>
  [...new Set([...Object.keys(record), ...Object.keys(receipt)])]
    .map((field) => ({ field, receipt: receipt[field] ?? null, record: record[field] ?? null }))
    .filter(({ receipt, record }) => receipt !== record)

/**
 * `made`: every day of its transfers has the checkpoint that the receipt names, if it names one. `pending`:
 * a day has none yet. `different`: the receipt names another checkpoint than the chain has, or one that is
 * gone. `none`: it has no transfers.
 */
export type CheckpointState = 'made' | 'pending' | 'different' | 'none'

export const checkpointState = (
  receipt: readonly ReceiptCheckpoint[],
  record: readonly ReceiptCheckpoint[],
): CheckpointState => {
  const hashes = new Map(record.map(({ day, hash }) => [day, hash]))
  if (receipt.some(({ day, hash }) => hash !== null && hashes.get(day) !== hash)) return 'different'
  if (record.length === 0) return 'none'
  return record.every(({ hash }) => hash !== null) ? 'made' : 'pending'
}
