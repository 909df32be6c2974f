import { sign } from 'node:crypto'
import type {
  ReceiptCheckpoint,
  ReceiptFields,
  ReceiptKind,
  SignedReceipt,
} from '#contract/receipts/receipts.ts'
import { payloadOf, writeSignedText } from '#domain/receipts/receipt-text.ts'
import type { Context } from '#server/context.ts'

export interface ReceiptToSign {
  kind: ReceiptKind
  /** The id of the call, the order or the payment. */
  id: string
  /** The facts of the receipt, without names and ids of people. */
  fields: ReceiptFields
  /** The checkpoints of the days of its transfers. */
  checkpoints: ReceiptCheckpoint[]
}

/** A receipt as one text that anybody can verify at /receipts/verify, with our public key or by asking us. */
export const signReceipt = async (
  context: Pick<Context, 'receiptKeys' | 'now'>,
  receipt: ReceiptToSign,
): Promise<string> => {
  const key = await context.receiptKeys.current()
  const body: SignedReceipt = {
    version: 1,
    keyId: key.id,
    issuedAt: new Date(context.now()).toISOString(),
    ...receipt,
  }
  const payload = payloadOf(body)
  return writeSignedText(payload, sign(null, payload, key.privateKey))
}
