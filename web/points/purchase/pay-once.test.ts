// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beforePaying, payOnce, unknownOutcome } from './pay-once.ts'
import type { PurchaseDraft } from './purchase-draft.ts'
import { courseInfo, orderOf } from './testing/fake-purchase.ts'

const member = '10482736'
const shown = { course: courseInfo.courses[0] as (typeof courseInfo.courses)[number], bonusPoints: 0 }
const draftOf = (orderId: string, change: Partial<PurchaseDraft> = {}): PurchaseDraft => ({
  ...{ orderId, courseId: 'p1000', payment: { method: 'savedCard', label: '' } },
  ...change,
})

type Answer = { status?: number; body: object } | 'lost'
const notFound: Answer = { status: 404, body: { type: 'error', code: 'notFound', message: '見つかりません' } }
let toPayment: Answer
let toQuestion: Answer
let asked: { path: string; orderId: string }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sessionStorage.clear()
  toPayment = 'lost'
  toQuestion = 'lost'
  asked = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { orderId } = JSON.parse(String(init.body))
    asked.push({ path, orderId })
    const answer = path === '/api/get-order' ? toQuestion : toPayment
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const settled = async <Result>(result: Promise<Result>): Promise<Result> => {
  await vi.runAllTimersAsync()
  return result
}
const pay = (draft: PurchaseDraft) => settled(payOnce(member, draft, shown))
const before = (draft: PurchaseDraft, memberId = member) => settled(beforePaying(memberId, draft))
const granted = (orderId: string, change = {}): Answer => ({
  body: { type: 'success', order: orderOf(orderId, change) },
})

it('goes on with the order when only its answer got lost', async () => {
  toQuestion = granted('first')
  expect(await pay(draftOf('first'))).toMatchObject({ orderId: 'first', state: 'granted' })
  expect(asked.map(({ path }) => path)).toEqual(['/api/quick-charge', '/api/get-order'])
  expect(await before(draftOf('second'))).toEqual({ orderId: 'second' })
})

it('asks three times, and then calls the outcome unknown', async () => {
  expect(await pay(draftOf('first'))).toBe(unknownOutcome)
  expect(asked.map(({ path }) => path)).toEqual(['/api/quick-charge', ...Array(3).fill('/api/get-order')])
})

it('asks for an unanswered order before the next one, whatever is chosen', async () => {
  await pay(draftOf('first'))
  expect(await before(draftOf('second'))).toBe(unknownOutcome)
  toQuestion = granted('first')
  expect(await before(draftOf('second', { courseId: 'p3000' }))).toMatchObject({
    order: { orderId: 'first' },
  })
  expect(await before(draftOf('second'))).toEqual({ orderId: 'second' })
})

it('fails for certain where the server has no such order; only another choice has another id', async () => {
  toQuestion = notFound
  expect(await pay(draftOf('first'))).toMatchObject({ code: 'serverFailure' })
  expect(await before(draftOf('second'))).toEqual({ orderId: 'first' })
  expect(await before(draftOf('second', { courseId: 'p3000' }))).toEqual({ orderId: 'second' })
  const payment = { method: 'bankTransfer', label: '' } as const
  expect(await before(draftOf('second', { payment }))).toEqual({ orderId: 'second' })
})

it('learns nothing from a refusal of the question', async () => {
  toQuestion = { status: 401, body: { type: 'error', code: 'unauthenticated', message: 'ログイン' } }
  expect(await pay(draftOf('first'))).toBe(unknownOutcome)
})

it('keeps an order that its payment service has not answered', async () => {
  toPayment = granted('first', { state: 'paying', paidAt: null })
  await pay(draftOf('first'))
  toQuestion = granted('first')
  expect(await before(draftOf('second'))).toMatchObject({ order: { orderId: 'first' } })
})

it('keeps nothing after an answer or a refusal', async () => {
  toPayment = granted('first')
  await pay(draftOf('first'))
  expect(await before(draftOf('second'))).toEqual({ orderId: 'second' })
  toPayment = { status: 409, body: { type: 'error', code: 'purchaseChanged', message: '変わりました' } }
  expect(await pay(draftOf('second'))).toMatchObject({ code: 'purchaseChanged' })
  expect(await before(draftOf('third'))).toEqual({ orderId: 'third' })
})

it('has no unanswered order for another member', async () => {
  await pay(draftOf('first'))
  expect(await before(draftOf('second'), '10999999')).toEqual({ orderId: 'second' })
})
