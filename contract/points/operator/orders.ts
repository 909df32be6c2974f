import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, nothing, points, success } from '#contract/core/shared.ts'
import {
  courseId,
  declineReasons,
  order,
  orderStates,
  paymentMethods,
  purchaseSteps,
  yen,
} from '../purchase.ts'

export const refundStates = ['requested', 'asked', 'done', 'refused'] as const
export type RefundState = (typeof refundStates)[number]

/** A booked bank transfer: `requested` waits for a second operator, without points. */
export const bookingStates = ['requested', 'done', 'withdrawn'] as const
export type BookingState = (typeof bookingStates)[number]

export const ordersPerPage = 50
/** The funnel looks back this far. */
export const funnelDays = 30

const orderLine = z.object({
  orderId: commandId,
  memberId: z.string(),
  memberName: z.string(),
  state: z.enum(orderStates),
  method: z.enum(paymentMethods),
  gateway: z.string(),
  priceYen: yen,
  capturedYen: yen,
  refundedYen: yen,
  declineReason: z.nullable(z.enum(declineReasons)),
  createdAt: instant,
})
export type OrderLine = z.infer<typeof orderLine>

const refundLine = z.object({
  refundId: commandId,
  orderId: commandId,
  state: z.enum(refundStates),
  /** Null until its points were taken. */
  amountYen: z.nullable(yen),
  reason: z.string(),
  /** Mail addresses of operators. */
  requestedBy: z.string(),
  approvedBy: z.nullable(z.string()),
  createdAt: instant,
})
export type RefundLine = z.infer<typeof refundLine>

const bookingLine = z.object({
  amountYen: yen,
  /** The bank statement's own number. */
  reference: z.string(),
  state: z.enum(bookingStates),
  /** Mail addresses of operators; who approved it where one was not enough. */
  bookedBy: z.string(),
  approvedBy: z.nullable(z.string()),
  createdAt: instant,
})
export type BookingLine = z.infer<typeof bookingLine>

/** A booking as it stands now, with its order. */
const booked = z.object({ type: success, order, state: z.enum(bookingStates) })

const courseLine = z.object({ id: courseId, priceYen: yen, freePoints: points, isOnSale: z.boolean() })
export type CourseLine = z.infer<typeof courseLine>

/** `notEnoughPoint`: a member was told that the points are not enough. `granted`: an order became points. */
export const funnelSteps = ['notEnoughPoint', ...purchaseSteps, 'granted'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export const operatorOrdersEndpoints = {
  operatorOrders: defineEndpoint({
    method: 'POST',
    path: '/api/operator/orders',
    access: 'operator',
    summary: 'Orders, newest first: by state, or by the id of an order, a member or a payment',
    input: z.object({
      search: z.optional(z.string().check(z.maxLength(100))),
      state: z.optional(z.enum(orderStates)),
      before: z.optional(instant),
    }),
    output: z.object({ type: success, orders: z.array(orderLine), hasMore: z.boolean() }),
    refusals: [],
  }),
  operatorOrder: defineEndpoint({
    method: 'POST',
    path: '/api/operator/order',
    access: 'operator',
    summary: 'One order with what it issued, what is left of it and its refunds',
    input: z.object({ orderId: commandId }),
    output: z.object({
      type: success,
      line: orderLine,
      order,
      paymentId: z.nullable(z.string()),
      confirmationVersion: z.string(),
      /** What could be paid back now; whole yen. */
      refundableYen: yen,
      isDisputeSettled: z.boolean(),
      refunds: z.array(refundLine),
      /** Of a bank transfer; null before it is booked. */
      booking: z.nullable(bookingLine),
    }),
    refusals: ['notFound'],
  }),
  operatorOpenRefunds: defineEndpoint({
    method: 'POST',
    path: '/api/operator/open-refunds',
    access: 'operator',
    summary: 'Refunds that wait for a second operator or for their service',
    input: nothing,
    output: z.object({ type: success, refunds: z.array(refundLine) }),
    refusals: [],
  }),
  operatorRequestRefund: defineEndpoint({
    method: 'POST',
    path: '/api/operator/request-refund',
    access: 'operator',
    summary:
      "Pays back what is left of an order's paid points; above a limit another operator approves first",
    input: z.object({
      refundId: commandId,
      orderId: commandId,
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    }),
    output: z.object({ type: success, state: z.enum(refundStates), amountYen: z.nullable(yen) }),
    refusals: [
      'notFound',
      'orderNotRefundable',
      'refundNothingLeft',
      'refundUnderWay',
      'idempotencyMismatch',
    ],
  }),
  operatorApproveRefund: defineEndpoint({
    method: 'POST',
    path: '/api/operator/approve-refund',
    access: 'operator',
    summary: 'The second operator of a refund above the limit',
    input: z.object({ refundId: commandId }),
    output: z.object({ type: success, state: z.enum(refundStates), amountYen: z.nullable(yen) }),
    refusals: ['notFound', 'refundNeedsAnother'],
  }),
  operatorBookTransfer: defineEndpoint({
    method: 'POST',
    path: '/api/operator/book-transfer',
    access: 'operator',
    summary:
      'Books what came in by bank transfer against its order, as many paid points as yen; above what one operator books alone another approves first',
    input: z.object({
      orderId: commandId,
      amountYen: z.int().check(z.minimum(1), z.maximum(10_000_000)),
      /** The bank statement's own number: the same money is booked once. */
      reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    }),
    output: booked,
    refusals: ['notFound', 'transferNotExpected', 'transferBooked'],
  }),
  operatorApproveTransfer: defineEndpoint({
    method: 'POST',
    path: '/api/operator/approve-transfer',
    access: 'operator',
    summary: 'The second operator of a bank transfer: its points are issued',
    input: z.object({ orderId: commandId }),
    output: booked,
    refusals: ['notFound', 'transferNeedsAnother'],
  }),
  operatorWithdrawTransfer: defineEndpoint({
    method: 'POST',
    path: '/api/operator/withdraw-transfer',
    access: 'operator',
    summary: 'Takes back a booking that waits for its second operator; the order may be booked again',
    input: z.object({ orderId: commandId }),
    output: booked,
    refusals: ['notFound', 'transferBooked'],
  }),
  operatorSettleDispute: defineEndpoint({
    method: 'POST',
    path: '/api/operator/settle-dispute',
    access: 'operator',
    summary:
      'A dispute is lost for good: what was earned from it goes back to the platform, and its buyer may buy again',
    input: z.object({ orderId: commandId }),
    output: z.object({ type: success }),
    refusals: ['notFound', 'orderNotDisputed'],
  }),
  operatorCourses: defineEndpoint({
    method: 'POST',
    path: '/api/operator/courses',
    access: 'operator',
    summary: 'All points courses, cheapest first',
    input: nothing,
    output: z.object({ type: success, courses: z.array(courseLine) }),
    refusals: [],
  }),
  operatorSaveCourse: defineEndpoint({
    method: 'POST',
    path: '/api/operator/save-course',
    access: 'operator',
    summary: 'Adds or changes a course; orders that were confirmed keep what they showed',
    input: z.object({
      id: courseId,
      priceYen: z.int().check(z.minimum(100), z.maximum(1_000_000)),
      freePoints: z.int().check(z.minimum(0), z.maximum(1_000_000)),
      isOnSale: z.boolean(),
    }),
    output: z.object({ type: success, courses: z.array(courseLine) }),
    refusals: ['courseTooGenerous'],
  }),
  operatorFunnel: defineEndpoint({
    method: 'POST',
    path: '/api/operator/purchase-funnel',
    access: 'operator',
    summary: 'How many members took each step towards a purchase in the last 30 days',
    input: nothing,
    output: z.object({
      type: success,
      steps: z.array(z.object({ step: z.enum(funnelSteps), members: z.int(), times: z.int() })),
    }),
    refusals: [],
  }),
}
