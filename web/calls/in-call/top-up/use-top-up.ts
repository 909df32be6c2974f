import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Failure, isFailure } from '#contract/core/client.ts'
import type { Course, Order } from '#contract/points/purchase.ts'
import { orderHeadline } from '#web/points/order-text.ts'
import { beforePaying, payOnce } from '#web/points/purchase/pay-once.ts'
import type { Payment } from '#web/points/purchase/purchase-draft.ts'
import { courseInfoKey } from '#web/points/queries.ts'
import { useSession } from '#web/session/session.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'

/** After a charge the warning is about to go: for so long no further charge begins. */
const settledMs = 5_000

/** What stands in the way of a charge. */
export type Problem = Pick<Failure, 'message'>

export interface Charge {
  /** A payment is on its way, or has just gone through. */
  isBusy: boolean
  isDone: boolean
  problem: Problem | null
  /** The payer's bank asks: this order waits for it. */
  challenge: Order | null
  pay: (course: Course, payment: Payment) => Promise<void>
  /** The order's outcome, once its bank has asked. */
  settle: (order: Order) => void
  /** What happened before the payment: a card that its service doesn't know. */
  fail: (sentence: string) => void
}

/**
 * Charges during a call. A choice is one order until it is answered: two taps at once, or a tap after a lost answer,
 * send the same order, which the server books once. The order is kept when the sheet closes.
 * @param bonusPoints of a first purchase, as the payer sees them
 */
export const useTopUp = (bonusPoints: number, onCharged: () => void): Charge => {
  const queries = useQueryClient()
  const memberId = useSession().data?.user.id ?? ''
  const isUnderWay = useRef(false)
  const [state, setState] = useState<'idle' | 'paying' | 'done'>('idle')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [challenge, setChallenge] = useState<Order | null>(null)
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => setState('idle'), settledMs)
    return () => clearTimeout(timer)
  }, [state])

  const settle = (answered: Order, title = 'チャージしました') => {
    setChallenge(answered.state === 'challenge' ? answered : null)
    void queries.invalidateQueries({ queryKey: courseInfoKey })
    if (answered.state === 'granted') {
      setState('done')
      void showToast({ tone: 'ok', title })
      onCharged()
      return
    }
    setState('idle')
    if (answered.state !== 'challenge') setProblem({ message: orderHeadline(answered).text })
  }
  const pay = async (course: Course, payment: Payment) => {
    if (isUnderWay.current || state !== 'idle') return
    isUnderWay.current = true
    setState('paying')
    setProblem(null)
    const draft = { orderId: crypto.randomUUID(), courseId: course.id, payment }
    const before = await beforePaying(memberId, draft)
    const answer =
      'orderId' in before ? await payOnce(memberId, { ...draft, ...before }, { course, bonusPoints }) : before
    isUnderWay.current = false
    if ('order' in answer) return settle(answer.order, '前回のチャージが完了していました')
    if (!isFailure(answer)) return settle(answer)
    setState('idle')
    setProblem(answer)
    if (answer.code === 'purchaseChanged') void queries.invalidateQueries({ queryKey: courseInfoKey })
  }
  return {
    isBusy: state !== 'idle',
    isDone: state === 'done',
    problem,
    challenge,
    pay,
    settle,
    fail: (message) => setProblem({ message }),
  }
}
