import { createPublicKey, verify } from 'node:crypto'
import type { OutputOf } from '#contract/core/endpoint.ts'
import {
  type ReceiptVerdict,
  type receiptsEndpoints,
  type SignedReceipt,
  signedReceipt,
} from '#contract/receipts/receipts.ts'
import { checkpointState, differingFields } from '#domain/receipts/compare.ts'
import { readSignedText } from '#domain/receipts/receipt-text.ts'
import type { Context } from '#server/context.ts'
import { receiptSources } from './sources.ts'

type Verification = OutputOf<typeof receiptsEndpoints.verifyReceipt>

/** Checks a pasted receipt. `viewerId`: the member who asks, if signed in. */
export const verifyReceipt = async (
  context: Context,
  text: string,
  viewerId: string | undefined,
): Promise<Verification> => {
  const read = readSignedText(text)
  const body = read && signedReceipt.safeParse(read.body)
  if (!read || !body?.success) return { type: 'success', verdict: 'unreadable', comparison: null }
  const verdict = await verdictOf(context, body.data, read.payload, read.signature)
  const comparison = await compare(context, body.data, verdict === 'genuine' ? null : viewerId)
  return { type: 'success', verdict, comparison }
}

const verdictOf = async (
  context: Context,
  receipt: SignedReceipt,
  payload: Uint8Array,
  signature: Uint8Array,
): Promise<ReceiptVerdict> => {
  const key = (await context.receiptKeys.published()).find(({ kid }) => kid === receipt.keyId)
  if (!key) return 'unknownKey'
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' })
  if (!verify(null, payload, publicKey, signature)) return 'altered'
  return key.distrustedAt === null ? 'genuine' : 'distrustedKey'
}

/** @param onlyFor null: anybody may ask; else that member alone; undefined: nobody */
const compare = async (
  context: Context,
  receipt: SignedReceipt,
  onlyFor: string | null | undefined,
): Promise<Verification['comparison']> => {
  if (onlyFor === undefined) return null
  const record = await receiptSources[receipt.kind](context, receipt.id, receipt.fields)
  if (onlyFor !== null && record?.holderId !== onlyFor) return null
  if (!record) return { isOnRecord: false, differences: [], checkpoint: 'none', checkpoints: [] }
  return {
    isOnRecord: true,
    differences: differingFields(receipt.fields, record.fields),
    checkpoint: checkpointState(receipt.checkpoints, record.checkpoints),
    checkpoints: record.checkpoints,
  }
}
