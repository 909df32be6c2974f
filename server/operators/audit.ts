import type { Db, Tx } from '#server/db/database.ts'
import type { JsonInput } from '#server/db/tables.ts'

/** What was done, to what, and its state before and after, where that fits. */
export interface AuditEntry {
  /** Null: the command line of the machine itself, or, with an address, a visitor without a session. */
  operatorId: number | null
  address: string | null
  /** The endpoint's name, the step of a sign-in, or the command. */
  action: string
  /** What it was done to, by its id: a member's, an order's, a point pack's. */
  subject: string | null
  before?: JsonInput
  after?: JsonInput
}

/** Writes one line of the audit log, which is never changed afterwards. */
export const recordAudit = async (tx: Db | Tx, entry: AuditEntry): Promise<void> => {
  await tx
    .insertInto('operator_audit')
    .values({
      operator_id: entry.operatorId,
      address: entry.address,
      action: entry.action,
      subject: entry.subject,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })
    .execute()
}
