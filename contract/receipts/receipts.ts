import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, lotKinds, memberId, points, success } from '#contract/core/shared.ts'
import { galleryKinds } from '#contract/gallery/gallery.ts'

/** What a signed receipt can be about; each kind has its fields in server/receipts/sources.ts. */
export const receiptKinds = ['call', 'purchase', 'gallery'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** Where the public keys are, as a JSON Web Key Set (RFC 7517, RFC 8037). */
export const receiptKeysPath = '/.well-known/koyoi-receipt-keys.json'

const fieldValue = z.union([z.string(), z.int(), z.null()])
const receiptFields = z.record(z.string(), fieldValue)
export type ReceiptFields = z.infer<typeof receiptFields>

/** A Japanese calendar day whose transfers the receipt counts, and the checkpoint that covers them; null: none yet. */
const receiptCheckpoint = z.strictObject({
  day: z.iso.date(),
  hash: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
export type ReceiptCheckpoint = z.infer<typeof receiptCheckpoint>

/** What is signed, as canonical JSON. It names nobody: neither its holder nor the other side. */
export const signedReceipt = z.strictObject({
  version: z.literal(1),
  kind: z.enum(receiptKinds),
  /** The call's id, an order's, the one of a purchase's payment. */
  id: z.string().check(z.maxLength(64)),
  /** Of the key that signed it. */
  keyId: z.string().check(z.maxLength(64)),
  issuedAt: instant,
  fields: receiptFields,
  checkpoints: z.array(receiptCheckpoint),
})
export type SignedReceipt = z.infer<typeof signedReceipt>

/** A text longer than this is no receipt of ours. */
export const receiptTextMax = 4_000

export const receiptVerdicts = [
  'genuine',
  /** Signature and content don't belong together. */
  'altered',
  'unknownKey',
  /** Signed with a key of ours that we withdrew since: the receipt can be issued again, signed with another key. */
  'distrustedKey',
  'unreadable',
] as const
export type ReceiptVerdict = (typeof receiptVerdicts)[number]

/** What the printed receipt of an order says beside its signed fields. */
export const invoice = z.object({
  /** Who issued it; null where the operator has set no name. */
  issuer: z.nullable(z.string()),
  /** 登録番号 of a qualified invoice issuer: T and 13 digits. */
  registrationNumber: z.nullable(z.string()),
  /** The card that paid; null for what a card didn't pay, and where the service doesn't name it. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The balance right after this purchase. */
  balanceAfter: points,
})
export type Invoice = z.infer<typeof invoice>

/** A purchase of the gallery, to its buyer alone; of it the signed receipt has what names neither item nor broadcaster. */
const galleryReceipt = z.object({
  /** The payment's, which the broadcaster's line of earnings has as well. */
  receiptId: z.int(),
  /** Null when the buyer sees the item no more. */
  itemId: z.nullable(commandId),
  kind: z.enum(galleryKinds),
  /** Null when it was taken down or its broadcaster left. */
  title: z.nullable(z.string()),
  owner: z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) }),
  boughtAt: instant,
  points,
  /** What it was paid from, in the order in which lots are spent. */
  lots: z.array(z.object({ kind: z.enum(lotKinds), points, expiresAt: instant })),
  /** What operators have returned, and when. */
  returned: z.nullable(z.object({ points, at: instant })),
})
export type GalleryReceipt = z.infer<typeof galleryReceipt>

export const receiptsEndpoints = {
  getOrderReceipt: defineEndpoint({
    method: 'POST',
    path: '/api/get-order-receipt',
    access: 'session',
    summary: "The verifiable receipt of a member's own paid order",
    input: z.object({ orderId: commandId }),
    output: z.object({ type: success, signed: z.string(), invoice }),
    refusals: ['notFound'],
  }),
  getGalleryReceipt: defineEndpoint({
    method: 'POST',
    path: '/api/get-gallery-receipt',
    access: 'session',
    summary: "The verifiable receipt of a member's own purchase in the gallery",
    input: z.object({ receiptId: z.int().check(z.minimum(1)) }),
    output: z.object({ type: success, receipt: galleryReceipt, signed: z.string() }),
    refusals: ['notFound'],
  }),
  verifyReceipt: defineEndpoint({
    method: 'POST',
    path: '/api/verify-receipt',
    access: 'public',
    summary: "Checks a receipt's signature and compares it with our records",
    input: z.object({ text: z.string().check(z.maxLength(receiptTextMax)) }),
    output: z.object({
      type: success,
      verdict: z.enum(receiptVerdicts),
      /**
       * What our records say today beside the receipt. Only of a genuine receipt, or to the signed-in member whose
       * receipt it is: a made-up one must not be a way to ask about somebody's call. Null otherwise.
       */
      comparison: z.nullable(
        z.object({
          isOnRecord: z.boolean(),
          differences: z.array(z.object({ field: z.string(), receipt: fieldValue, record: fieldValue })),
          checkpoint: z.enum(['made', 'pending', 'different', 'none']),
          checkpoints: z.array(receiptCheckpoint),
        }),
      ),
    }),
    refusals: [],
  }),
}
