import { call, type Failure, isFailure } from '#contract/core/client.ts'
import { type Course, confirmationVersion, type Order, purchaseEndpoints } from '#contract/points/purchase.ts'
import type { Payment, PurchaseDraft } from './purchase-draft.ts'
import { unansweredOrder } from './unanswered-order.ts'

/** Before the second and the third question for an order. */
const pausesMs = [1_000, 2_000]
/** So long one question may take: a payer waits for all of them. */
const askTimeoutMs = 4_000

export const unknownTitle = '購入の結果を確認できませんでした'
/** Neither the payment nor the questions for its order were answered: it may have been paid. */
export const unknownOutcome: Failure = {
  type: 'error',
  code: 'serverFailure',
  message: 'もう一度お試しになる前に、購入の履歴をご確認ください。',
}

/** An order of the member; null when the server says that there is none. */
const ask = async (orderId: string): Promise<Order | null | Failure> => {
  const signal = AbortSignal.timeout(askTimeoutMs)
  const answer = await call(purchaseEndpoints.getOrder, { orderId }, { signal })
  if (!isFailure(answer)) return answer.order
  return answer.code === 'notFound' ? null : unknownOutcome
}

/** Asks until the order is known. */
const learn = async (orderId: string): Promise<Order | null | Failure> => {
  let learnt = await ask(orderId)
  for (const pauseMs of pausesMs) {
    if (learnt !== unknownOutcome) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    learnt = await ask(orderId)
  }
  if (learnt && !isFailure(learnt)) forgetIfSettled(learnt)
  return learnt
}

/** A payment that its service hasn't answered stays kept. */
const forgetIfSettled = ({ orderId, state }: Order): void => {
  if (state !== 'paying') unansweredOrder.forget(orderId)
}

const choiceOf = ({ courseId, payment }: PurchaseDraft): string => `${courseId}/${payment.method}`

/**
 * Before a payment: the member's last order, when its answer got lost and the order is there after all; otherwise the id
 * to pay with. The same choice keeps its id even if the server has no such order yet: the lost request may still arrive.
 */
export const beforePaying = async (
  memberId: string,
  draft: PurchaseDraft,
): Promise<{ order: Order } | { orderId: string } | Failure> => {
  const kept = unansweredOrder.of(memberId)
  if (!kept) return { orderId: draft.orderId }
  const order = await learn(kept.orderId)
  if (order) return isFailure(order) ? order : { order }
  return { orderId: kept.choice === choiceOf(draft) ? kept.orderId : draft.orderId }
}

/** The amounts are those on the screen: the server compares them with its own. */
const payDraft = async (
  draft: PurchaseDraft,
  shown: { course: Course; bonusPoints: number },
): Promise<Order | Failure> => {
  const confirmed = {
    orderId: draft.orderId,
    courseId: draft.courseId,
    priceYen: shown.course.priceYen,
    bonusPoints: shown.bonusPoints,
    confirmationVersion,
  }
  const answer = await requestOrder(draft.payment, confirmed)
  return answer.type === 'error' ? answer : answer.order
}

const requestOrder = (
  payment: Payment,
  confirmed: Parameters<typeof call<typeof purchaseEndpoints.quickCharge>>[1],
) => {
  switch (payment.method) {
    case 'card':
      return call(purchaseEndpoints.squarePayment, {
        ...confirmed,
        token: payment.token,
        saveCard: payment.saveCard,
      })
    case 'savedCard':
      return call(purchaseEndpoints.quickCharge, confirmed)
    case 'paidy':
      return call(purchaseEndpoints.paidyCaptureRequest, { ...confirmed, paymentId: payment.paymentId })
    case 'bankTransfer':
      return call(purchaseEndpoints.requestBankTransfer, confirmed)
  }
}

/** Pays for a confirmed draft, and asks for its order when the answer gets lost. */
export const payOnce = async (
  memberId: string,
  draft: PurchaseDraft,
  shown: { course: Course; bonusPoints: number },
): Promise<Order | Failure> => {
  unansweredOrder.keep(memberId, draft.orderId, choiceOf(draft))
  const answer = await payDraft(draft, shown)
  if (!isFailure(answer)) forgetIfSettled(answer)
  else if (answer.code === 'serverFailure') return (await learn(draft.orderId)) ?? answer
  else unansweredOrder.forget(draft.orderId)
  return answer
}
