import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#contract/core/client.ts'
import type { Course, Order } from '#contract/points/purchase.ts'
import { orderHeadline } from '#web/points/order-text.ts'
import { type Payment, payDraft } from '#web/points/purchase/purchase-draft.ts'
import { type CourseInfo, courseInfoKey } from '#web/points/queries.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

/** After a charge the warning is about to go: for so long no further charge begins. */
const settledMs = 5_000

interface Charge {
  /** A payment is on its way, or has just gone through. */
  isBusy: boolean
  isDone: boolean
  /** The sentence of a failure. */
  problem: string | null
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
 * send the same order, which the server books once.
 */
export const useCharge = (info: CourseInfo, onCharged: () => void): Charge => {
  const queries = useQueryClient()
  const order = useRef<{ id: string; choice: string } | null>(null)
  const isUnderWay = useRef(false)
  const [state, setState] = useState<'idle' | 'paying' | 'done'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const [challenge, setChallenge] = useState<Order | null>(null)
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => setState('idle'), settledMs)
    return () => clearTimeout(timer)
  }, [state])

  const settle = (answered: Order) => {
    order.current = null
    setChallenge(answered.state === 'challenge' ? answered : null)
    void queries.invalidateQueries({ queryKey: courseInfoKey })
    if (answered.state === 'granted') {
      setState('done')
      void showToast({ tone: 'ok', title: 'チャージしました' })
      onCharged()
      return
    }
    setState('idle')
    if (answered.state !== 'challenge') setProblem(orderHeadline(answered).text)
  }
  const pay = async (course: Course, payment: Payment) => {
    if (isUnderWay.current || state !== 'idle') return
    isUnderWay.current = true
    const choice = `${course.id} ${payment.method} ${payment.method === 'card' ? payment.token : ''}`
    if (order.current?.choice !== choice) order.current = { id: crypto.randomUUID(), choice }
    setState('paying')
    setProblem(null)
    const answer = await payDraft(
      { orderId: order.current.id, courseId: course.id, payment },
      { course, bonusPoints: info.firstPurchaseBonusPoints },
    )
    isUnderWay.current = false
    if (!isFailure(answer)) return settle(answer)
    setState('idle')
    setProblem(answer.message)
    if (answer.code === 'purchaseChanged') void queries.invalidateQueries({ queryKey: courseInfoKey })
  }
  return {
    isBusy: state !== 'idle',
    isDone: state === 'done',
    problem,
    challenge,
    pay,
    settle,
    fail: setProblem,
  }
}
