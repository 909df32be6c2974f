import type { Tx } from '#server/db/database.ts'

/** The limit that the watcher set for a visit, in points; null: none. Its meter holds it (spend-cap.ts). */
export const storeSpendCap = async (tx: Tx, callId: string, spendCap: number | null): Promise<void> => {
  await tx.updateTable('call').set({ spend_cap: spendCap }).where('id', '=', callId).execute()
}
