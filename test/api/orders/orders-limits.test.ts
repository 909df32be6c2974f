import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applyOrderEvent } from '#server/points/orders/apply-order-event.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, confirmed, expectSound, followUp, orderIn, orderOf, pointsOf } from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
// Each test has the network to itself.
afterEach(async () => {
  await expectSound(world)
  await passHours(world, 48)
})

/** Earlier tries are this much longer ago. */
const passHours = ({ database }: TestWorld, hours: number) =>
  database.sql`update purchase_order set created_at = created_at - make_interval(hours => ${hours})`

const tryCard = (person: Person, token = 'sandbox-decline', bonusPoints = 500) =>
  person.request('squarePayment', { ...confirmed('c1000', bonusPoints), token, saveCard: false })

const tryCards = async (person: Person, times: number) => {
  for (let time = 0; time < times; time++) expect(orderIn(await tryCard(person)).state).toBe('declined')
}

const noticesOf = (subject: string) =>
  world.database.sql<{ kind: string; times: number }[]>`
    select kind, times from operator_notice where subject = ${subject} and done_at is null`

const ordersIn = async (state: string, memberId: string): Promise<number> =>
  (await world.database.sql`select 1 from purchase_order where state = ${state} and member_id = ${memberId}`)
    .length

describe('cards that are tried one after another', () => {
  it('are stopped at the sixth in an hour, with a reason and an alert to the operators', async () => {
    const caller = await buyerIn(world)
    await tryCards(caller, 5)
    expect(await tryCard(caller)).toMatchObject({ code: 'paymentTriesTooMany' })
    expect(await tryCard(caller, 'sandbox-approve')).toMatchObject({ code: 'paymentTriesTooMany' })
    expect(await ordersIn('declined', caller.id)).toBe(5)
    expect(await noticesOf(caller.id)).toEqual([{ kind: 'paymentTries', times: 2 }])
    // An hour later the member may try again; ten a day are enough for anybody.
    await passHours(world, 1)
    await tryCards(caller, 5)
    await passHours(world, 1)
    expect(await tryCard(caller)).toMatchObject({ code: 'paymentTriesTooMany' })
    await passHours(world, 23)
    expect(orderIn(await tryCard(caller, 'sandbox-approve')).state).toBe('granted')
  })

  it('are a handful even when two hundred come at once', async () => {
    const caller = await buyerIn(world)
    await buy(caller, 'sandbox-approve')
    await Promise.all(Array.from({ length: 200 }, () => tryCard(caller, 'sandbox-decline', 0)))
    expect(await ordersIn('declined', caller.id)).toBeLessThanOrEqual(5)
  })

  it('leave the other ways to pay open', async () => {
    const caller = await buyerIn(world)
    await tryCards(caller, 5)
    const byPaidy = { ...confirmed('c1000'), paymentId: 'sandbox-approve' }
    expect(orderIn(await caller.request('paidyCaptureRequest', byPaidy)).state).toBe('granted')
    expect(orderIn(await caller.request('requestBankTransfer', confirmed('c1000', 0))).state).toBe('created')
  })

  it('by many members of one network stop newcomers there, and no member who has bought before', async () => {
    const regular = await buyerIn(world)
    await buy(regular, 'sandbox-approve')
    await world.database.sql`
      update purchase_order set captured_at = now() - interval '2 days' where member_id = ${regular.id}`
    for (let member = 0; member < 5; member++) await tryCards(await buyerIn(world), 4)
    expect(await tryCard(await buyerIn(world))).toMatchObject({ code: 'paymentTriesTooMany' })
    expect(orderIn(await tryCard(regular, 'sandbox-approve', 0)).state).toBe('granted')
    const notices = await world.database.sql<{ text: string }[]>`
      select text from operator_notice where kind = 'paymentTries' and subject like 'network:%'`
    expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('同じネットワーク')])
  })
})

describe('an honest buyer', () => {
  it('with a slow 3-D Secure in one tab pays in another, and then finishes the first one too', async () => {
    const caller = await buyerIn(world)
    const first = await buy(caller, 'sandbox-challenge')
    expect(first.state).toBe('challenge')
    expect(orderIn(await tryCard(caller, 'sandbox-approve', 0)).state).toBe('granted')
    const paymentId = first.challengeUrl?.split('/').at(-1) ?? ''
    const answer = await caller.request('resolveSandboxChallenge', { paymentId, isPassed: true })
    expect(orderIn(answer).state).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(2_500)
  })

  it('with three unanswered orders is sent to them, and continues as soon as one is over', async () => {
    const caller = await buyerIn(world)
    const first = await buy(caller, 'sandbox-challenge')
    for (const bonusPoints of [0, 0]) await buy(caller, 'sandbox-challenge', confirmed('c1000', bonusPoints))
    expect(await tryCard(caller, 'sandbox-approve', 0)).toMatchObject({
      code: 'paymentsUnderWay',
      message: expect.stringContaining('購入の履歴'),
    })
    expect(await noticesOf(caller.id)).toEqual([])
    const paymentId = first.challengeUrl?.split('/').at(-1) ?? ''
    await caller.request('resolveSandboxChallenge', { paymentId, isPassed: false })
    await followUp(world)
    expect((await orderOf(caller, first.orderId)).state).toBe('declined')
    expect(orderIn(await tryCard(caller, 'sandbox-approve')).state).toBe('granted')
  })

  it('gets the answer of an order that is sent again, whatever was tried since', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    await buy(caller, 'sandbox-decline', purchase)
    await tryCards(caller, 4)
    expect((await buy(caller, 'sandbox-decline', purchase)).orderId).toBe(purchase.orderId)
  })
})

it('has at most three announced bank transfers open at a time', async () => {
  const caller = await buyerIn(world)
  const announce = (bonusPoints = 0) => caller.request('requestBankTransfer', confirmed('c1000', bonusPoints))
  // The first one has the promise of the bonus.
  expect(await announce(500)).toMatchObject({ type: 'success' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => announce()))
  expect(answers.filter(({ type }) => type === 'success')).toHaveLength(2)
  expect(await announce()).toMatchObject({ code: 'transfersOpen' })
  expect(orderIn(await tryCard(caller, 'sandbox-approve', 0)).state).toBe('granted')
})

describe('the bonus of the first purchase', () => {
  const promised = async (caller: Person) => {
    const info = await caller.request('getCreditPurchaseCourseInfo', {})
    return info.type === 'error' ? info.code : info.firstPurchaseBonusPoints
  }
  const stored = async (orderId: string) =>
    (await world.database.sql`select bonus_points from purchase_order where id = ${orderId}`)[0]?.bonus_points

  it('is promised to one order, an announced bank transfer too, and told where it was given', async () => {
    const caller = await buyerIn(world)
    const announced = confirmed('c1000')
    await caller.request('requestBankTransfer', announced)
    expect(await promised(caller)).toBe(0)
    await applyOrderEvent(world.context, announced.orderId, { type: 'expired' })
    expect(await promised(caller)).toBe(500)
    const paid = await buy(caller, 'sandbox-approve')
    // The money comes after all, and the bonus has gone with the other order.
    await applyOrderEvent(world.context, announced.orderId, { type: 'captured', amountYen: 1_000 })
    expect(await pointsOf(world, caller)).toBe(2_500)
    expect((await orderOf(caller, announced.orderId)).bonusPoints).toBe(0)
    expect([await stored(announced.orderId), await stored(paid.orderId)]).toEqual([0, 500])
    // A repeat of a grant changes nothing and says the same.
    for (const [orderId, bonus_given] of [
      [announced.orderId, 0],
      [paid.orderId, 500],
    ] as const)
      expect(
        await world.database.sql`
          select bonus_given from grant_purchase(${orderId}, ${caller.id}, 1000, 0, 500, interval '180 days')`,
      ).toMatchObject([{ bonus_given }])
    expect(await caller.request('getNotifications', {})).toMatchObject({
      notifications: [
        { about: { kind: 'pointsMoved', points: 1_000, orderId: announced.orderId } },
        { about: { kind: 'pointsMoved', points: 1_500, orderId: paid.orderId } },
      ],
    })
  })

  it('stays for the next order when less than the price arrived', async () => {
    const caller = await buyerIn(world)
    const announced = confirmed('c3000')
    await caller.request('requestBankTransfer', announced)
    await applyOrderEvent(world.context, announced.orderId, { type: 'captured', amountYen: 2_000 })
    expect(await stored(announced.orderId)).toBe(0)
    expect(await promised(caller)).toBe(500)
    expect((await buy(caller, 'sandbox-approve')).bonusPoints).toBe(500)
    expect(await promised(caller)).toBe(0)
  })
})

it('can’t write steps of the funnel without end', async () => {
  const caller = await buyerIn(world)
  for (let step = 0; step < 80; step++) await caller.request('logBeforePurchase', { step: 'open' })
  for (let step = 0; step < 80; step++) await caller.request('utageNotEnoughPoint', {})
  const rows = await world.database.sql`select 1 from purchase_step where member_id = ${caller.id}`
  expect(rows.length).toBeLessThanOrEqual(60)
})
