import { randomUUID } from 'node:crypto'
import { call, isFailure } from '#contract/core/client.ts'
import type { EndpointSpec, RequestOf } from '#contract/core/endpoint.ts'
import { confirmationVersion, type Order, purchaseEndpoints } from '#contract/points/purchase.ts'
import type { Db } from '#server/db/database.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import type { Random } from './random.ts'
import { pass, waitFor } from './wait-for.ts'

/** A member who buys again and again, whatever happens to the app. */
export interface Buyer {
  id: string
  cookie: string
}

/** Every card's way to its end, the ordinary one most of the time. */
const cards = {
  'sandbox-approve': 60,
  'sandbox-double-webhook': 10,
  'sandbox-timeout': 10,
  'sandbox-challenge': 10,
  'sandbox-decline': 10,
}
const courses = { c1000: 1_000, c3000: 3_000 } as const
const tryAgainMs = 150
const orderPatienceMs = 90_000

/** Members of age without a limit of theirs, signed in. */
export const makeBuyers = async (db: Db, count: number): Promise<Buyer[]> => {
  await db.updateTable('purchase_age_limit').set({ monthly_yen: null }).execute()
  const ids = Array.from({ length: count }, (_, index) => String(40_000_001 + index))
  const stated = { born_on: '1990-05-01', born_on_stated_at: new Date() }
  await db
    .insertInto('member')
    .values(ids.map((id) => ({ id, name: `買う人${id}`, ...stated })))
    .execute()
  return Promise.all(
    ids.map(async (id) => {
      const session = { memberId: id, isFirstRegister: false, userAgent: '' }
      const { cookieValue } = await openSession({ now: Date.now }, db, session)
      return { id, cookie: `next-auth.session-token=${cookieValue}` }
    }),
  )
}

/**
 * Buys so many times. A request without an answer is sent again with the same id, as a browser does; double clicks
 * happen. Returns the ids whose end the buyer never saw.
 */
export const buyAgainAndAgain = async (
  origin: string,
  buyer: Buyer,
  times: number,
  random: Random,
): Promise<string[]> => {
  const unseen: string[] = []
  for (let time = 0; time < times; time++) {
    const orderId = randomUUID()
    const courseId = random.pick(['c1000', 'c3000'] as const)
    const token = random.weighted(cards)
    const isDouble = random.next() < 0.2
    const send = () => buyOnce(origin, buyer, { orderId, courseId, token }, time === 0)
    const isOver = await waitFor(async () => {
      const answers = await Promise.all(isDouble ? [send(), send()] : [send()])
      const order = answers.find((answer) => answer !== null) ?? null
      if (order?.state === 'challenge') await prove(origin, buyer, order)
      if (order === null || order.state === 'paying' || order.state === 'challenge') await pass(tryAgainMs)
      return order !== null && order.state !== 'paying' && order.state !== 'challenge'
    }, orderPatienceMs)
    if (!isOver) unseen.push(orderId)
  }
  return unseen
}

/** Null: no answer that says how it stands. */
const buyOnce = async (
  origin: string,
  buyer: Buyer,
  { orderId, courseId, token }: { orderId: string; courseId: keyof typeof courses; token: string },
  isFirst: boolean,
): Promise<Order | null> => {
  // A first order that failed leaves its bonus to the next one: both are tried.
  for (const bonusPoints of isFirst ? [500, 0] : [0, 500]) {
    const confirmed = { orderId, courseId, priceYen: courses[courseId], bonusPoints, confirmationVersion }
    const answer = await request(origin, buyer, purchaseEndpoints.squarePayment, {
      ...confirmed,
      token,
      saveCard: false,
    })
    if (!isFailure(answer)) return answer.order
    if (answer.code !== 'purchaseChanged') return null
  }
  return null
}

const prove = async (origin: string, buyer: Buyer, order: Order): Promise<void> => {
  const paymentId = order.challengeUrl?.split('/').at(-1) ?? ''
  await request(origin, buyer, purchaseEndpoints.resolveSandboxChallenge, { paymentId, isPassed: true })
}

const request = <E extends EndpointSpec>(origin: string, buyer: Buyer, endpoint: E, input: RequestOf<E>) =>
  call(endpoint, input, { origin, headers: { cookie: buyer.cookie } })
