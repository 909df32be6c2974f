import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmationVersion } from '#contract/points/purchase.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { applyOrderEvent } from '#server/points/orders/apply-order-event.ts'
import { buyerOf } from '#server/points/orders/buyer.ts'
import { placeOrder } from '#server/points/orders/place-order.ts'
import { finishRefunds } from '#server/points/orders/refunds.ts'
import { walletOf } from '#server/points/queries.ts'
import { taro } from '../account/auth-world.ts'
import { createOperatorWorld, granted, type OperatorBrowser, type OperatorWorld } from './operator-world.ts'

let world: OperatorWorld
let operator: OperatorBrowser
let second: OperatorBrowser
beforeAll(async () => {
  world = await createOperatorWorld({ BANK_ACCOUNT: 'こよい銀行' })
  operator = await world.signedIn()
  second = await world.signedIn('mei@office.example')
  await world.database.sql`
    update member set born_on = '1990-05-01', born_on_stated_at = now() where id = ${taro.id}`
})
afterAll(async () => {
  expect(await checkLedger(world.database.db)).toEqual([])
  await world.close()
})

const order = async (
  method: 'card' | 'bankTransfer',
  bonusPoints: number,
  orderId: string = randomUUID(),
) => {
  const placed = await placeOrder(world.context, taro.id, {
    ...{ orderId, courseId: 'c3000', priceYen: 3_000, bonusPoints, confirmationVersion, method },
    source: method === 'card' ? { kind: 'card', token: 'sandbox-approve', save: false } : null,
    origin: 'http://localhost',
    networkKey: randomUUID(),
  })
  expect(placed).not.toHaveProperty('refused')
  return orderId
}

const pointOf = async () => (await walletOf(world.database.db, taro.id)).point

it('a bank transfer is booked against its order, once', async () => {
  const orderId = await order('bankTransfer', 500)
  const other = await order('bankTransfer', 0)
  expect(await pointOf()).toBe(0)
  const booking = { orderId, amountYen: 3_000, reference: '通帳 2026-11-21 #7' }
  granted(await operator.request('operatorBookTransfer', booking))
  expect(await pointOf()).toBe(3_650)
  expect(granted(await operator.request('operatorBookTransfer', booking)).order.state).toBe('granted')
  expect(await operator.request('operatorBookTransfer', { ...booking, orderId: other })).toMatchObject({
    code: 'transferBooked',
  })
  expect(await operator.request('operatorBookTransfer', { ...booking, reference: 'another' })).toMatchObject({
    code: 'transferBooked',
  })
  expect(await pointOf()).toBe(3_650)
})

describe('a booking that needs two operators', () => {
  const booked = async (orderId: string) =>
    granted(await operator.request('operatorOrder', { orderId })).booking

  it('waits for the second one when the amount differs from the price: as many points as yen', async () => {
    const orderId = await order('bankTransfer', 0)
    const before = await pointOf()
    const booking = { orderId, amountYen: 2_000, reference: '#8' }
    expect(granted(await operator.request('operatorBookTransfer', booking)).state).toBe('requested')
    expect(granted(await operator.request('operatorBookTransfer', booking)).state).toBe('requested')
    expect(await pointOf()).toBe(before)
    expect(await booked(orderId)).toMatchObject({
      state: 'requested',
      bookedBy: world.mail,
      approvedBy: null,
    })
    const { notices } = granted(await operator.request('operatorNotices', { state: 'open' }))
    expect(notices).toMatchObject([{ kind: 'transferToApprove', subject: `order:${orderId}`, times: 1 }])
    expect(await operator.request('operatorApproveTransfer', { orderId })).toMatchObject({
      code: 'transferNeedsAnother',
    })
    expect(granted(await second.request('operatorApproveTransfer', { orderId })).order.state).toBe('granted')
    expect(granted(await second.request('operatorApproveTransfer', { orderId })).state).toBe('done')
    expect(await pointOf()).toBe(before + 2_000)
    expect(await booked(orderId)).toMatchObject({ state: 'done', approvedBy: 'mei@office.example' })
    expect(await second.request('operatorWithdrawTransfer', { orderId })).toMatchObject({
      code: 'transferBooked',
    })
  })

  it('refuses a retry with another amount', async () => {
    const orderId = await order('bankTransfer', 0)
    const booking = { orderId, amountYen: 2_000, reference: '#10' }
    granted(await operator.request('operatorBookTransfer', booking))
    const other = { ...booking, amountYen: 2_001 }
    expect(await operator.request('operatorBookTransfer', other)).toMatchObject({ code: 'transferBooked' })
    granted(await second.request('operatorApproveTransfer', { orderId }))
    expect(await operator.request('operatorBookTransfer', other)).toMatchObject({ code: 'transferBooked' })
  })

  it('can be withdrawn before it brings points, and booked again', async () => {
    const orderId = await order('bankTransfer', 0)
    const before = await pointOf()
    granted(
      await operator.request('operatorBookTransfer', { orderId, amountYen: 9_000_000, reference: '#11' }),
    )
    expect(granted(await operator.request('operatorWithdrawTransfer', { orderId })).state).toBe('withdrawn')
    expect(await second.request('operatorApproveTransfer', { orderId })).toMatchObject({ code: 'notFound' })
    granted(await second.request('operatorBookTransfer', { orderId, amountYen: 3_000, reference: '#11' }))
    expect(await pointOf()).toBe(before + 3_150)
  })

  it('counts many small ones together', async () => {
    const states: string[] = []
    for (let n = 0; n < 10; n++) {
      const booking = { orderId: await order('bankTransfer', 0), amountYen: 3_000, reference: `#many ${n}` }
      states.push(granted(await operator.request('operatorBookTransfer', booking)).state)
    }
    // The first test booked one of 3,000 yen.
    expect(states).toEqual([...Array(9).fill('done'), 'requested'])
  })
})

it('a card order is found by its own id, its member or its payment, and cannot be booked', async () => {
  const orderId = await order('card', 0)
  const { orders } = granted(await operator.request('operatorOrders', { search: orderId }))
  expect(orders).toMatchObject([{ orderId, memberId: taro.id, memberName: taro.name, state: 'granted' }])
  const detail = granted(await operator.request('operatorOrder', { orderId }))
  expect(detail).toMatchObject({ refundableYen: 3_000, refunds: [], confirmationVersion })
  const byPayment = await operator.request('operatorOrders', { search: detail.paymentId ?? '' })
  expect(granted(byPayment).orders).toHaveLength(1)
  expect(
    granted(await operator.request('operatorOrders', { search: taro.id })).orders.length,
  ).toBeGreaterThan(2)
  expect(granted(await operator.request('operatorOrders', { state: 'declined' })).orders).toEqual([])
  const booking = { orderId, amountYen: 3_000, reference: '#9' }
  expect(await operator.request('operatorBookTransfer', booking)).toMatchObject({
    code: 'transferNotExpected',
  })
})

it('a refund takes the points at once, pays back a moment later, and is in the log', async () => {
  const orderId = await order('card', 0)
  const before = await pointOf()
  const wanted = { refundId: randomUUID(), orderId, reason: '操作の誤り' }
  expect(granted(await operator.request('operatorRequestRefund', wanted))).toMatchObject({
    state: 'asked',
    amountYen: 3_000,
  })
  expect(await pointOf()).toBe(before - 3_150)
  expect(granted(await operator.request('operatorOpenRefunds', {})).refunds).toMatchObject([{ orderId }])
  await finishRefunds(world.context)
  expect(granted(await operator.request('operatorOrder', { orderId }))).toMatchObject({
    line: { state: 'refunded', refundedYen: 3_000 },
    refunds: [{ state: 'done', reason: '操作の誤り', requestedBy: world.mail, approvedBy: null }],
  })
  const lines = (await world.audit()).filter(({ subject }) => subject === `order:${orderId}`)
  expect(lines.map(({ action }) => action)).toEqual(['operatorRequestRefund', 'operatorOrder'])
})

it('a disputed order is not refunded', async () => {
  const orderId = await order('card', 0)
  await applyOrderEvent(world.context, orderId, { type: 'disputed' })
  const wanted = { refundId: randomUUID(), orderId, reason: '操作の誤り' }
  expect(await operator.request('operatorRequestRefund', wanted)).toMatchObject({
    code: 'orderNotRefundable',
  })
  await applyOrderEvent(world.context, orderId, { type: 'disputeWon' })
  expect(granted(await operator.request('operatorRequestRefund', wanted))).toMatchObject({ state: 'asked' })
})

it('an order that is not disputed is not settled', async () => {
  const orderId = await order('card', 0)
  expect(await operator.request('operatorSettleDispute', { orderId })).toMatchObject({
    code: 'orderNotDisputed',
  })
  await applyOrderEvent(world.context, orderId, { type: 'disputed' })
  granted(await operator.request('operatorSettleDispute', { orderId }))
  expect(granted(await operator.request('operatorOrder', { orderId })).isDisputeSettled).toBe(true)
})

it('point packs are added, changed and taken off sale; a confirmed order keeps its terms', async () => {
  const course = { id: 'c500', priceYen: 500, freePoints: 10, isOnSale: true }
  expect(granted(await operator.request('operatorSaveCourse', course)).courses[0]).toEqual(course)
  granted(await operator.request('operatorSaveCourse', { ...course, freePoints: 20, isOnSale: false }))
  expect(await operator.request('operatorSaveCourse', { ...course, freePoints: 251 })).toMatchObject({
    code: 'courseTooGenerous',
  })
  expect(granted(await operator.request('operatorCourses', {})).courses[0]).toMatchObject({
    freePoints: 20,
    isOnSale: false,
  })
})

it('operators set the limits by age, each change in the audit log, for the next purchase', async () => {
  const bands = async () =>
    granted(await operator.request('operatorAgeBands', {})).bands.map(({ fromAge, monthlyYen }) => [
      fromAge,
      monthlyYen,
    ])
  expect(await bands()).toEqual([
    [18, 30_000],
    [20, 300_000],
  ])
  granted(await operator.request('operatorSaveAgeBand', { fromAge: 30, monthlyYen: 5_000 }))
  granted(await operator.request('operatorSaveAgeBand', { fromAge: 20, monthlyYen: null }))
  expect(await bands()).toEqual([
    [18, 30_000],
    [20, null],
    [30, 5_000],
  ])
  expect((await buyerOf(world.context.db, taro.id, Date.now())).limits).toMatchObject({ ageLimitYen: 5_000 })
  granted(await operator.request('operatorRemoveAgeBand', { fromAge: 30 }))
  expect((await buyerOf(world.context.db, taro.id, Date.now())).limits).toMatchObject({ ageLimitYen: null })
  expect(await operator.request('operatorRemoveAgeBand', { fromAge: 30 })).toMatchObject({ code: 'notFound' })
  expect(await operator.request('operatorRemoveAgeBand', { fromAge: 18 })).toMatchObject({
    code: 'ageBandNeeded',
  })
  for (const wrong of [
    { fromAge: 17, monthlyYen: 30_000 },
    { fromAge: 20, monthlyYen: 0 },
    { fromAge: 20, monthlyYen: 99_000_000_000 },
  ])
    expect(await operator.request('operatorSaveAgeBand', wrong)).toMatchObject({ code: 'ageBandWrong' })
  granted(await operator.request('operatorSaveAgeBand', { fromAge: 20, monthlyYen: 300_000 }))
  expect((await world.audit()).slice(-2).map(({ action, subject }) => [action, subject])).toEqual([
    ['operatorRemoveAgeBand', 'ageBand:30'],
    ['operatorSaveAgeBand', 'ageBand:20'],
  ])
})

it('the funnel counts members by step', async () => {
  await world.database.sql`insert into purchase_step (member_id, step) values
    (${taro.id}, 'open'), (${taro.id}, 'open'), (${taro.id}, 'notEnoughPoint')`
  const { steps } = granted(await operator.request('operatorFunnel', {}))
  expect(steps.map(({ step, members }) => [step, members])).toEqual([
    ['notEnoughPoint', 1],
    ['open', 1],
    ['chooseCourse', 0],
    ['confirm', 0],
    ['pay', 0],
    ['granted', 1],
  ])
  expect(steps.find(({ step }) => step === 'open')?.times).toBe(2)
})
