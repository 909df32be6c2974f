import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { SandboxStoreOutcome } from '#contract/points/sandbox-store.ts'

/**
 * The sandbox's App Store. A transaction of it has the shape of StoreKit 2's, a compact JWS, and StoreKit's names of
 * fields. It is signed (HS256) with a key of this installation instead of Apple's certificates, so that nothing but
 * this store makes one, and Apple's own check refuses it.
 */
export interface StorePurchase {
  /** The order that it pays, as the app passes it to StoreKit in `appAccountToken`. */
  orderId: string
  payerKey: string
  productId: string
  priceYen: number
  outcome: SandboxStoreOutcome
}

export interface StoreTransaction extends StorePurchase {
  transactionId: string
}

const header = { alg: 'HS256', typ: 'JWT', kid: 'koyoi-sandbox' } as const
const bundleId = 'koyoi.sandbox'
const milliUnits = 1_000

const payloadShape = z.object({
  transactionId: z.string(),
  bundleId: z.literal(bundleId),
  environment: z.literal('Sandbox'),
  productId: z.string(),
  appAccountToken: z.string(),
  /** Thousandths of a yen, as StoreKit states prices. */
  price: z.int(),
  currency: z.literal('JPY'),
  /** Not StoreKit's: the buyer, and what becomes of the purchase. */
  payerKey: z.string(),
  outcome: z.enum(['approve', 'refund'] satisfies SandboxStoreOutcome[]),
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signatureOf = (key: Uint8Array, signed: string): Buffer =>
  createHmac('sha256', key).update('store-transaction:').update(signed).digest()

export const signTransaction = (key: Uint8Array, purchase: StorePurchase, nowMs: number): string => {
  const { orderId, payerKey, productId, priceYen, outcome } = purchase
  const transactionId = randomUUID()
  const payload = {
    ...{ transactionId, originalTransactionId: transactionId, bundleId, environment: 'Sandbox' },
    ...{ productId, type: 'Consumable', quantity: 1, appAccountToken: orderId },
    ...{ price: priceYen * milliUnits, currency: 'JPY', purchaseDate: nowMs, signedDate: nowMs },
    ...{ payerKey, outcome },
  } satisfies z.input<typeof payloadShape> & object
  const signed = `${encoded(header)}.${encoded(payload)}`
  return `${signed}.${signatureOf(key, signed).toString('base64url')}`
}

/** Null for everything that this store didn't sign. */
export const readTransaction = (key: Uint8Array, text: string): StoreTransaction | null => {
  const parts = text.split('.', 4)
  const [head, body, signature] = parts
  if (parts.length !== 3 || head !== encoded(header) || !body || !signature) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(key, `${head}.${body}`)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const read = payloadShape.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  if (!read.success) return null
  const { transactionId, appAccountToken, price, payerKey, productId, outcome } = read.data
  return {
    ...{ transactionId, orderId: appAccountToken, payerKey, productId, outcome },
    priceYen: Math.floor(price / milliUnits),
  }
}
