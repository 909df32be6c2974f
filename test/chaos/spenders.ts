import { type Database, openDatabase } from '#server/db/database.ts'
import { grantPoints, spendPoints } from '#server/points/ledger/ledger.ts'
import { pass, within } from './wait-for.ts'

const spendersCount = 4
const spenderIdBase = 43_000_000
const startPoints = 1_000_000
const retryEveryMs = 100
/** PostgreSQL ends a statement after 30 s and the driver a connection's opening after 10 s; locks are short. */
const answerPatienceMs = 90_000

export interface SpendStory {
  payerId: string
  key: string
  points: number
  /** The server said that it is paid. A spend that is still being tried at the end is null and may be either. */
  isAcknowledged: boolean
}

/**
 * One-off payments beside the calls, straight through the ledger's functions, to the broadcasters who also earn by
 * calls. A payment without an answer is tried again with its key until there is one.
 */
export const createSpenders = (databaseUrl: string, payeeIds: readonly string[], everyMs: number) => {
  const database: Database = openDatabase(databaseUrl, {
    maxConnections: spendersCount,
    applicationName: 'koyoi-chaos-spenders',
  })
  const stories: SpendStory[] = []
  const ids = Array.from({ length: spendersCount }, (_, index) => String(spenderIdBase + index))
  let isStopped = false

  const untilAnswered = async (story: SpendStory, payeeId: string): Promise<void> => {
    const { payerId, key, points } = story
    while (!story.isAcknowledged) {
      const spend = { payerId, payeeId, key, points, purpose: 'chaos' }
      const isTaken = spendPoints(database.db, spend).catch(() => null)
      const answer = await within(`spend ${key} of ${payerId} is answered`, answerPatienceMs, isTaken)
      if (answer === null) await pass(retryEveryMs)
      else if ('refused' in answer) throw new Error(`a spend was refused: ${answer.refused}`)
      else story.isAcknowledged = true
    }
  }
  const spendOn = async (payerId: string, lane: number): Promise<void> => {
    for (let number = 0; !isStopped; number += 1) {
      const payeeId = payeeIds[(number + lane) % payeeIds.length]
      if (payeeId === undefined) return
      const story = { payerId, key: String(number), points: 1 + (number % 5), isAcknowledged: false }
      stories.push(story)
      await untilAnswered(story, payeeId)
      await pass(everyMs)
    }
  }

  return {
    stories,
    prepare: async (): Promise<Map<string, number>> => {
      for (const id of ids) {
        await database.db
          .insertInto('member')
          .values({ id, role: 'caller', name: `spender${id}` })
          .execute()
        const grant = {
          key: 'chaos',
          memberId: id,
          points: startPoints,
          kind: 'paid',
          purpose: 'demo',
        } as const
        await grantPoints(database.db, grant)
      }
      return new Map(ids.map((id) => [id, startPoints]))
    },
    run: async (): Promise<void> => {
      await Promise.all(ids.map((id, lane) => spendOn(id, lane)))
    },
    stop: () => {
      isStopped = true
    },
    close: () => database.close(),
  }
}
