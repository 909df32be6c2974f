import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, nothing, points, success } from '#contract/core/shared.ts'
import { sandboxStoreOutcomes } from './sandbox-store.ts'

/** How an order is paid. A bank transfer is booked by an operator. */
export const paymentMethods = ['card', 'savedCard', 'paidy', 'storekit', 'bankTransfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** domain/points/purchase/order.ts says how an order moves between these. */
export const orderStates = [
  'created',
  'paying',
  'challenge',
  'granted',
  'declined',
  'expired',
  'givenUp',
  'refunded',
  'chargedBack',
] as const
export type OrderState = (typeof orderStates)[number]

/** Why a payment was refused, in words of our own; the payment services' are told apart by their adapters. */
export const declineReasons = [
  'declined',
  'insufficientFunds',
  'expired',
  'invalidCard',
  'challengeFailed',
  'amountMismatch',
  'notAuthorised',
  'alreadyUsed',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** The wording of the final confirmation; stored with the order. Change it with the words. */
export const confirmationVersion = '2026-11-21'

/** product.md 6.4: with the first purchase, free, once. */
export const firstPurchaseBonusPoints = 500

/** Consumption tax is contained in every price. */
export const taxPercent = 10

/** Whole yen. */
export const yen = z.int().check(z.nonnegative())
export const courseId = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))
/** A token, an id or a signed text that a payment service gave to the browser. */
const serviceText = z.string().check(z.minLength(1), z.maxLength(512))

export const course = z.object({
  id: courseId,
  /** Tax included. */
  priceYen: yen,
  /** Equal to the yen. */
  paidPoints: points,
  freePoints: points,
})
export type Course = z.infer<typeof course>

const savedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
})

/** What members may buy in a Japanese month from an age on. */
export const ageBand = z.object({
  fromAge: z.int(),
  /** Null: no limit. */
  monthlyYen: z.nullable(z.int()),
})
export type AgeBand = z.infer<typeof ageBand>

/** What a member may buy this Japanese month. Null: no such limit. */
export const purchaseLimits = z.object({
  usedYen: yen,
  ageLimitYen: z.nullable(yen),
  /** The limits of all ages, youngest first. */
  ageBands: z.array(ageBand),
  ownLimitYen: z.nullable(yen),
  /** What is left of the lower one. */
  leftYen: z.nullable(yen),
  /** A higher own limit (null: none) that counts from an instant on. */
  next: z.nullable(z.object({ ownLimitYen: z.nullable(yen), from: instant })),
})
export type PurchaseLimits = z.infer<typeof purchaseLimits>

/** What the browser needs to show a service's own card fields; null while the sandbox takes the payments. */
export const cardFields = z.nullable(
  z.object({
    service: z.literal('square'),
    applicationId: z.string(),
    locationId: z.string(),
    script: z.url(),
  }),
)

export type CardFields = z.infer<typeof cardFields>

/** What Paidy's own checkout is opened with in the browser; null while the sandbox stands for Paidy. */
export const paidyCheckout = z.nullable(z.object({ publicKey: z.string(), script: z.url() }))

export type PaidyCheckout = z.infer<typeof paidyCheckout>

export const order = z.object({
  orderId: commandId,
  state: z.enum(orderStates),
  method: z.enum(paymentMethods),
  courseId,
  priceYen: yen,
  paidPoints: points,
  freePoints: points,
  /** The first purchase's bonus: what is promised, or once granted what was given. */
  bonusPoints: points,
  /** Of the points, what paid a debt. */
  repaidPoints: points,
  refundedYen: yen,
  declineReason: z.nullable(z.enum(declineReasons)),
  /** Where the payer confirms the payment at the bank, while the state is challenge. */
  challengeUrl: z.nullable(z.string()),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /** When its points expire; null before they are there. */
  expiresAt: z.nullable(instant),
})
export type Order = z.infer<typeof order>

/** What a payer has seen on the final confirmation. The server compares; it never takes an amount from here. */
const confirmed = z.object({
  orderId: commandId,
  courseId,
  priceYen: yen,
  bonusPoints: points,
  confirmationVersion: z.string().check(z.maxLength(32)),
})

const orderOutput = z.object({ type: success, order })
const orderRefusals = [
  'birthDateMissing',
  'underAge',
  'consentDue',
  'purchaseFrozen',
  'courseGone',
  'purchaseChanged',
  'purchaseLimitReached',
  'methodUnavailable',
  'idempotencyMismatch',
  'paymentTriesTooMany',
  'paymentsUnderWay',
  'transfersOpen',
] as const

export const purchaseSteps = ['open', 'chooseCourse', 'confirm', 'pay'] as const
export type PurchaseStep = (typeof purchaseSteps)[number]

export const purchaseEndpoints = {
  getCreditPurchaseCourseInfo: defineEndpoint({
    method: 'POST',
    path: '/api/get-credit-purchase-course-info',
    access: 'session',
    summary:
      'The courses on sale, what the first purchase adds, the methods, the saved card and what the limits leave',
    input: nothing,
    output: z.object({
      type: success,
      courses: z.array(course),
      firstPurchaseBonusPoints: points,
      methods: z.array(z.enum(paymentMethods)),
      savedCard: z.nullable(savedCard),
      cardFields,
      paidyCheckout,
      /** Where a bank transfer goes; null where none is taken. */
      bankAccount: z.nullable(z.string()),
      /** Whether payments go to the sandbox: its test cards (contract/points/sandbox-cards.ts) stand for real ones. */
      isSandbox: z.boolean(),
      limits: purchaseLimits,
      /** Asked for before the first purchase. */
      birthDateStated: z.boolean(),
      isUnderAge: z.boolean(),
      /** A payment was disputed: nothing can be bought until that is settled. */
      isFrozen: z.boolean(),
      /** Points that are owed; the next purchase pays them first. */
      debtPoints: points,
      /** Points bought now expire then. */
      expiresAt: instant,
    }),
    refusals: [],
  }),
  squarePayment: defineEndpoint({
    method: 'POST',
    path: '/api/square-payment',
    access: 'session',
    summary: 'Buys a course with a card: its token from the card fields, or one of the sandbox',
    input: z.extend(confirmed, {
      token: serviceText,
      verification: z.optional(serviceText),
      saveCard: z.boolean(),
    }),
    output: orderOutput,
    refusals: orderRefusals,
  }),
  quickCharge: defineEndpoint({
    method: 'POST',
    path: '/api/quick-charge',
    access: 'session',
    summary: 'Buys a course with the saved card, in one tap',
    input: confirmed,
    output: orderOutput,
    refusals: [...orderRefusals, 'savedCardMissing'],
  }),
  paidyCaptureRequest: defineEndpoint({
    method: 'POST',
    path: '/api/paidy-capture-request',
    access: 'session',
    summary: 'Buys a course with a payment that was authorised at Paidy',
    input: z.extend(confirmed, { paymentId: serviceText }),
    output: orderOutput,
    refusals: orderRefusals,
  }),
  confirmPurchaseForStorekit2: defineEndpoint({
    method: 'POST',
    path: '/api/confirm-purchase-for-storekit2',
    access: 'session',
    summary: "Turns an App Store purchase into points: the transaction as Apple's servers signed it",
    input: z.extend(confirmed, { signedTransaction: z.string().check(z.minLength(1), z.maxLength(16_384)) }),
    output: orderOutput,
    refusals: orderRefusals,
  }),
  requestBankTransfer: defineEndpoint({
    method: 'POST',
    path: '/api/request-bank-transfer',
    access: 'session',
    summary: 'Says that a course will be paid by bank transfer; an operator books what comes in',
    input: confirmed,
    output: orderOutput,
    refusals: orderRefusals,
  }),
  getSandboxChallenge: defineEndpoint({
    method: 'POST',
    path: '/api/get-sandbox-challenge',
    access: 'session',
    summary: "What the sandbox's page of a bank asks its payer to confirm",
    input: z.object({ paymentId: serviceText }),
    output: z.object({ type: success, orderId: commandId, amountYen: yen }),
    refusals: ['notFound'],
  }),
  resolveSandboxChallenge: defineEndpoint({
    method: 'POST',
    path: '/api/resolve-sandbox-challenge',
    access: 'session',
    summary: "The payer has confirmed the payment on the sandbox's page of a bank, or has not",
    input: z.object({ paymentId: serviceText, isPassed: z.boolean() }),
    output: orderOutput,
    refusals: ['notFound'],
  }),
  buyInSandboxStore: defineEndpoint({
    method: 'POST',
    path: '/api/buy-in-sandbox-store',
    access: 'session',
    summary:
      "Stands for the App Store's purchase sheet while the sandbox takes the payments: answers the signed transaction of a course, for /api/confirm-purchase-for-storekit2",
    input: z.object({
      /** The order that the transaction is for: StoreKit's appAccountToken. */
      orderId: commandId,
      courseId,
      outcome: z._default(z.enum(sandboxStoreOutcomes), 'approve'),
    }),
    output: z.object({ type: success, signedTransaction: z.string() }),
    refusals: [
      'notFound',
      'courseGone',
      'birthDateMissing',
      'underAge',
      'purchaseFrozen',
      'purchaseLimitReached',
    ],
  }),
  getOrder: defineEndpoint({
    method: 'POST',
    path: '/api/get-order',
    access: 'session',
    summary: "A member's own order, with its receipt",
    input: z.object({ orderId: commandId }),
    output: orderOutput,
    refusals: ['notFound'],
  }),
  getOrders: defineEndpoint({
    method: 'POST',
    path: '/api/get-orders',
    access: 'session',
    summary: "The member's orders, newest first",
    input: z.object({
      before: z.optional(instant),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({ type: success, orders: z.array(order), more: z.boolean() }),
    refusals: [],
  }),
  setOwnPurchaseLimit: defineEndpoint({
    method: 'POST',
    path: '/api/set-own-purchase-limit',
    access: 'session',
    summary: "A member's own limit: a lower one counts at once, a higher one after 24 h",
    input: z.object({ monthlyYen: z.nullable(z.int().check(z.minimum(0), z.maximum(10_000_000))) }),
    output: z.object({ type: success, limits: purchaseLimits }),
    refusals: [],
  }),
  removeSavedCard: defineEndpoint({
    method: 'POST',
    path: '/api/remove-saved-card',
    access: 'session',
    summary: 'Takes the saved card off our files and those of its service',
    input: nothing,
    output: done,
    refusals: [],
  }),
  logBeforePurchase: defineEndpoint({
    method: 'POST',
    path: '/api/log-before-purchase',
    access: 'session',
    summary: 'A step on the way to a purchase, for the funnel',
    input: z.object({ step: z.enum(purchaseSteps), courseId: z.optional(courseId) }),
    output: done,
    refusals: [],
  }),
  utageNotEnoughPoint: defineEndpoint({
    method: 'POST',
    path: '/api/utage-not-enough-point',
    access: 'session',
    summary: 'A member was told that the points are not enough, for the funnel',
    input: nothing,
    output: done,
    refusals: [],
  }),
  getMyAddress: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-address',
    access: 'public',
    summary: "The visitor's own IP address, for the contact mail",
    input: nothing,
    output: z.object({ type: success, address: z.string() }),
    refusals: [],
  }),
}
