import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { OperatorPresent, operatorLiveFlowEndpoints } from '#contract/live/operator.ts'
import { foldedWord } from '#domain/live/comment.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { flowSetting } from './queries.ts'

const allPresents = async (db: Db | Tx): Promise<OperatorPresent[]> => {
  const rows = await db.selectFrom('live_present').selectAll().orderBy('position').execute()
  return rows.map(({ id, name, points, picture, is_on_sale: isOnSale }) => ({
    ...{ presentId: id, name, points, picture: `/presents/${picture}`, isOnSale },
  }))
}

const writtenWords = async (db: Db | Tx): Promise<string[]> =>
  (await db.selectFrom('live_refused_word').select('word').orderBy('word').execute()).map(({ word }) => word)

/** Saves every present at once. Refuses a list that isn't of exactly the presents that exist: livePresentsWrong. */
const savePresents = async (
  tx: Tx,
  wanted: readonly Omit<OperatorPresent, 'picture'>[],
): Promise<OperatorPresent[] | Refusal<'livePresentsWrong'>> => {
  await sql`lock table live_present in share row exclusive mode`.execute(tx)
  const before = await allPresents(tx)
  const ids = new Set(wanted.map(({ presentId }) => presentId))
  const isWhole = ids.size === wanted.length && before.every(({ presentId }) => ids.has(presentId))
  if (!isWhole || before.length !== wanted.length) return refuse('livePresentsWrong')
  for (const [position, { presentId, name, points, isOnSale }] of wanted.entries())
    await tx
      .updateTable('live_present')
      .set({ name, points, position, is_on_sale: isOnSale })
      .where('id', '=', presentId)
      .execute()
  return before
}

/** Two spellings that are compared as one are stored once. Refuses a word without a letter or digit: liveWordWrong. */
const saveWords = async (tx: Tx, words: readonly string[]): Promise<string[] | Refusal<'liveWordWrong'>> => {
  const byFolded = new Map(words.map((word) => [foldedWord(word), word]))
  if (byFolded.has('')) return refuse('liveWordWrong')
  await sql`lock table live_refused_word in share row exclusive mode`.execute(tx)
  const before = await writtenWords(tx)
  await tx.deleteFrom('live_refused_word').execute()
  if (byFolded.size > 0)
    await tx
      .insertInto('live_refused_word')
      .values([...byFolded].map(([folded, word]) => ({ folded, word })))
      .execute()
  return before
}

export const operatorLiveFlowHandlers: HandlersOf<typeof operatorLiveFlowEndpoints> = {
  operatorLiveFlow: operatorOverview(async ({ tx }) => ({
    type: 'success',
    setting: await flowSetting(tx),
    presents: await allPresents(tx),
    words: await writtenWords(tx),
  })),

  operatorSetLiveFlow: operatorAction(async ({ tx, input }) => {
    const before = await flowSetting(tx)
    await tx
      .updateTable('live_flow_setting')
      .set({
        comment_points: input.commentPoints,
        goal_bonus_max: input.goalBonusMax,
        goal_bonus_percent: input.goalBonusPercent,
        has_devices: input.hasDevices,
      })
      .execute()
    return { answer: { type: 'success' }, subject: 'liveFlow', before: { ...before }, after: input }
  }),

  operatorSetPresents: operatorAction(async ({ tx, input }) => {
    const before = await savePresents(tx, input.presents)
    if (isRefusal(before)) return before
    const after = await allPresents(tx)
    return {
      answer: { type: 'success' },
      subject: 'livePresents',
      before: { presents: before.map(inWords) },
      after: { presents: after.map(inWords) },
    }
  }),

  operatorSetLiveWords: operatorAction(async ({ tx, input }) => {
    const before = await saveWords(tx, input.words)
    if (isRefusal(before)) return before
    return {
      answer: { type: 'success' },
      subject: 'liveWords',
      before: { words: before },
      after: { words: await writtenWords(tx) },
    }
  }),
}

const inWords = ({ name, points, isOnSale }: OperatorPresent): string =>
  `${name} ${points}pt${isOnSale ? '' : '（停止中）'}`
