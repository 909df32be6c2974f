import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { courseRefusal } from '#domain/points/purchase/purchase.ts'
import type { Tx } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import { approveTransfer, type Booked, bookTransfer, withdrawTransfer } from '../orders/bank-transfers.ts'
import {
  allPointPacks,
  bookingLine,
  orderForOperator,
  purchaseFunnel,
  refundLines,
  saveCourse,
  searchOrders,
} from '../orders/operator-queries.ts'
import { findOrder } from '../orders/order-record.ts'
import { orderView } from '../orders/queries.ts'
import { approveRefund, refundableYen, requestRefund } from '../orders/refunds.ts'
import { settleDispute } from '../orders/settle-dispute.ts'

const subjectOf = (orderId: string): string => `order:${orderId}`

const bookedAnswer = async (tx: Tx, { order, state }: Booked) => ({
  type: 'success' as const,
  order: await orderView(tx, order),
  state,
})

export const operatorOrdersHandlers: HandlersOf<typeof operatorOrdersEndpoints> = {
  operatorOrders: operatorReading(async ({ tx, input }) => ({
    answer: { type: 'success', ...(await searchOrders(tx, input)) },
    subject: null,
    after: { search: input.search ?? null, state: input.state ?? null },
  })),

  operatorOrder: operatorReading(async ({ tx, input: { orderId } }) => {
    const [known, record] = await Promise.all([orderForOperator(tx, orderId), findOrder(tx, orderId)])
    if (!known || !record) return refuse('notFound')
    return {
      answer: {
        type: 'success',
        ...known,
        order: await orderView(tx, record),
        refundableYen: await refundableYen(tx, orderId),
        refunds: await refundLines(tx, orderId),
        booking: await bookingLine(tx, orderId),
      },
      subject: subjectOf(orderId),
    }
  }),

  operatorOpenRefunds: operatorOverview(async ({ tx }) => ({
    type: 'success',
    refunds: await refundLines(tx, null),
  })),

  operatorRequestRefund: operatorAction(async ({ context, tx, input, operator }) => {
    const refund = await requestRefund(context, tx, { ...input, operatorId: operator.id })
    if (isRefusal(refund)) return refund
    const { state, amountYen } = refund
    return {
      answer: { type: 'success', state, amountYen },
      subject: subjectOf(input.orderId),
      after: { refundId: input.refundId, state, amountYen, reason: input.reason },
    }
  }),

  operatorApproveRefund: operatorAction(async ({ context, tx, input, operator }) => {
    const refund = await approveRefund(context, tx, input.refundId, operator.id)
    if (isRefusal(refund)) return refund
    const { state, amountYen } = refund
    return {
      answer: { type: 'success', state, amountYen },
      subject: `refund:${input.refundId}`,
      after: { state, amountYen },
    }
  }),

  operatorBookTransfer: operatorAction(async ({ context, tx, input, operator }) => {
    const booked = await bookTransfer(context, tx, { ...input, operatorId: operator.id })
    if (isRefusal(booked)) return booked
    const { amountYen, reference } = input
    return {
      answer: await bookedAnswer(tx, booked),
      subject: subjectOf(input.orderId),
      after: { amountYen, reference, state: booked.state },
    }
  }),

  operatorApproveTransfer: operatorAction(async ({ context, tx, input: { orderId }, operator }) => {
    const booked = await approveTransfer(context, tx, orderId, operator.id)
    if (isRefusal(booked)) return booked
    const amountYen = booked.order.capturedYen
    return {
      answer: await bookedAnswer(tx, booked),
      subject: subjectOf(orderId),
      after: { amountYen, state: booked.state },
    }
  }),

  operatorWithdrawTransfer: operatorAction(async ({ tx, input: { orderId }, operator }) => {
    const booked = await withdrawTransfer(tx, orderId, operator.id)
    if (isRefusal(booked)) return booked
    return {
      answer: await bookedAnswer(tx, booked),
      subject: subjectOf(orderId),
      after: { state: booked.state },
    }
  }),

  operatorSettleDispute: operatorAction(async ({ tx, input: { orderId } }) => {
    const settled = await settleDispute(tx, orderId)
    return isRefusal(settled) ? settled : { answer: { type: 'success' }, subject: subjectOf(orderId) }
  }),

  operatorCourses: operatorOverview(async ({ tx }) => ({
    type: 'success',
    courses: await allPointPacks(tx),
  })),

  operatorSaveCourse: operatorAction(async ({ tx, input }) => {
    const refusal = courseRefusal(input)
    if (refusal) return refusal
    const before = (await allPointPacks(tx)).find(({ id }) => id === input.id)
    await saveCourse(tx, input)
    return {
      answer: { type: 'success', courses: await allPointPacks(tx) },
      subject: `course:${input.id}`,
      ...(before ? { before } : {}),
      after: input,
    }
  }),

  operatorFunnel: operatorOverview(async ({ tx }) => ({ type: 'success', steps: await purchaseFunnel(tx) })),
}
