import { randomUUID } from 'node:crypto'
import type { TransactionPhase } from '#contract/market/market.ts'
import type { TransactionEvent } from '#domain/market/transaction.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyMemberEvent, applyOwnEvent, applyToLocked } from '#server/market/actions/apply-market-event.ts'
import { buyItem } from '#server/market/actions/buy-item.ts'
import { lockTransaction } from '#server/market/transaction-record.ts'
import type { MarketItem } from './market-people.ts'

const hourMs = 3_600_000
/** From a moment to longer than anything waits. */
const pausesMs = [0, 0, 0, 0, 0, hourMs, 30 * hourMs, 9 * 24 * hourMs, 16 * 24 * hourMs]
const stepsMax = 40
const memberSteps = [
  'ship',
  'receive',
  'cancel',
  'dispute',
  'acceptReturn',
  'confirmReturn',
  'review',
] as const

interface Play {
  item: MarketItem
  members: readonly string[]
  /** Numbers from 0 to 1, the same ones on every run. */
  next: () => number
  /** Filled with the milliseconds of each request. */
  times: number[]
}

/**
 * One purchase from its beginning until its points have left the escrow: each step is what two or three do at once.
 *
 * @returns the phase in which it ended
 */
export const playHistory = async (
  context: Context,
  { item, members, next, times }: Play,
): Promise<TransactionPhase[]> => {
  let passedMs = 0
  const clock: Context = { ...context, now: () => Date.now() + passedMs }
  const pick = <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)] as One
  const timed = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const startedAt = performance.now()
    const answer = await work
    times.push(performance.now() - startedAt)
    return answer
  }
  const buyerId = pick(members.filter((id) => id !== item.sellerId))
  const transactionId = randomUUID()
  const purchase = { transactionId, itemId: item.itemId, points: item.points, version: 1 }
  const bought = await Promise.all([
    timed(buyItem(clock, buyerId, purchase)),
    timed(buyItem(clock, buyerId, purchase)),
  ])
  if (bought.some((answer) => answer !== null)) throw new Error(JSON.stringify(bought))
  // The counter's label, which a carrier makes, stands for itself.
  if (next() < 0.8)
    await context.db
      .updateTable('market_transaction')
      .set({ label_code: `bench-${transactionId}` })
      .where('id', '=', transactionId)
      .execute()

  const member = (): Promise<unknown> =>
    applyMemberEvent(clock, pick([buyerId, item.sellerId]), transactionId, pick(memberSteps))
  const own = (type: 'tick' | 'deliver'): Promise<unknown> => applyOwnEvent(clock, transactionId, { type })
  const decide = (): Promise<unknown> =>
    apply(clock, transactionId, { type: 'decide', sellerPoints: Math.floor(next() * (item.points + 1)) })
  for (let step = 0; step < stepsMax; step += 1) {
    passedMs += pick(pausesMs)
    const acts = [
      member,
      member,
      member,
      () => own('tick'),
      () => own('deliver'),
      ...(step > 3 ? [decide] : []),
    ]
    await Promise.all(Array.from({ length: 2 + Math.floor(next() * 2) }, () => timed(pick(acts)())))
    const phase = await finishedPhase(context, transactionId)
    if (!phase) continue
    // Members go on buying from each other, which the product allows a day later.
    await context.db
      .updateTable('market_transaction')
      .set({ cancelled_by: null })
      .where('id', '=', transactionId)
      .execute()
    return [phase]
  }
  throw new Error(`${transactionId} has no end`)
}

const apply = (context: Context, id: string, event: TransactionEvent): Promise<unknown> =>
  inTransaction(context.db, async (tx) => {
    const transaction = await lockTransaction(tx, id)
    return transaction ? applyToLocked(context, tx, transaction, event) : null
  })

const finishedPhase = async ({ db }: Context, id: string): Promise<TransactionPhase | null> => {
  const row = await db
    .selectFrom('market_transaction')
    .select(['phase', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.finished_at === null ? null : (row.phase as TransactionPhase)
}
