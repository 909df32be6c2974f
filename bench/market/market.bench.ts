/**
 * The flea market's machine against the real database: 10,000 random histories of two sides, operators, the carrier and
 * the clock, in which requests come twice and at the same time, and 64 buyers who want one item. No point may be lost or
 * paid twice, and one buyer gets the item.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, median, percentile } from '#bench/bench.ts'
import { numbersFrom } from '#bench/shared/numbers.ts'
import { withBenchServer } from '#bench/shared/postgres.ts'
import { appEnv } from '#bench/shared/with-members-app.ts'
import { startApp } from '#server/app/main.ts'
import type { Context } from '#server/context.ts'
import { buyItem } from '#server/market/actions/buy-item.ts'
import { playHistory } from './market-history.ts'
import { addMarketItems, addMarketMembers, type MarketItem } from './market-people.ts'

/** Fewer than 10,000 only to try the benchmark itself. */
const histories = Number(process.env.MARKET_HISTORIES ?? 10_000)
const historiesAtOnce = 64
const people = 400
const buyers = 64
const rounds = 50

export const bench: Bench = (print) =>
  withBenchServer(async ({ url, database }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
    const app = await startApp({ ...appEnv(dataDir), DATABASE_URL: url })
    try {
      const { context } = app
      const members = await addMarketMembers(context, people)
      const before = await pointsIn(context)

      const items = await addMarketItems(context, members, histories)
      const times: number[] = []
      const steps = new Map<string, number>()
      const startedAt = performance.now()
      const waiting = [...items.entries()]
      const worker = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const [seed, item] = next
          const seen = await playHistory(context, { item, members, next: numbersFrom(seed + 1), times })
          for (const phase of seen) steps.set(phase, (steps.get(phase) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: historiesAtOnce }, worker))
      const seconds = (performance.now() - startedAt) / 1_000
      const ends = [...steps].map(([phase, count]) => `${phase} ${count}`).join(', ')
      print(`${histories} histories  ${ends}`)
      print(
        `requests         ${(times.length / seconds).toFixed(0)}/s, p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
      )

      const winners = await race(context, members, print)
      const lost = before - (await pointsIn(context))
      const defects = await database.sql`select * from ledger_check`
      const [open] = await database.sql<{ count: number }[]>`
        select count(*)::int from market_escrow where payee_points is null`
      // The winners of the races have paid, and nobody has sent anything yet.
      const isWhole = lost === 0 && defects.length === 0 && open?.count === rounds
      print(`points lost      ${lost}; the ledger's defects: ${defects.length}; open escrows ${open?.count}`)
      return {
        figure: `${lost} lost, ${median(winners)} of ${buyers}`,
        bar: `0 lost, 1 of ${buyers}`,
        isMet: isWhole && winners.every((each) => each === 1),
      }
    } finally {
      await app.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

/** What members have, what is set aside, and what the platform got as fees. */
const pointsIn = async ({ sql }: Context): Promise<number> => {
  const [row] = await sql<{ points: number }[]>`
    select ((select sum(balance) from account where kind in ('wallet', 'proceeds'))
      + coalesce((select sum(fee) from market_escrow), 0))::int as points`
  return row?.points ?? Number.NaN
}

/** Everybody buys one item at the same moment, each by two requests. @returns how many got it, by round */
const race = async (
  context: Context,
  members: readonly string[],
  print: (line: string) => void,
): Promise<number[]> => {
  const winners: number[] = []
  const times: number[] = []
  const items = await addMarketItems(context, members.slice(0, 1), rounds)
  for (const item of items) {
    const startedAt = performance.now()
    const answers = await Promise.all(
      members.slice(1, buyers + 1).map((buyerId) => buyTwice(context, buyerId, item)),
    )
    times.push(performance.now() - startedAt)
    winners.push(answers.filter(Boolean).length)
  }
  print(`${buyers} buyers        all answered within ${median(times).toFixed(0)} ms (median of ${rounds})`)
  return winners
}

const buyTwice = async (
  context: Context,
  buyerId: string,
  { itemId, points }: MarketItem,
): Promise<boolean> => {
  const purchase = { transactionId: randomUUID(), itemId, points, version: 1 }
  const answers = await Promise.all([
    buyItem(context, buyerId, purchase),
    buyItem(context, buyerId, purchase),
  ])
  if (answers[0] === null && answers[1] === null) return true
  if (answers[0] !== null && answers[1] !== null) return false
  throw new Error('the same purchase was made and refused')
}
