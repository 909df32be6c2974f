import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { questionMax } from '#contract/market/market.ts'
import { readText } from '#domain/market/listing.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { isVisible, visibleItem } from '../item-record.ts'
import { addMarketNotices } from '../notices.ts'

type Guarded = 'marketQuestionWrong' | 'contactWarning' | 'contactRefused'
type AskRefusal = Guarded | 'notFound' | 'forbidden' | 'marketItemGone' | 'marketQuestionTooMany'

/** Questions of one member under one item without an answer, and under an item in all. */
const unansweredMax = 3
const questionsMax = 200

interface Question {
  itemId: string
  questionId: string
  text: string
  isWarned: boolean
}

const guardedText = async (
  tx: Tx,
  { text, isWarned }: { text: string; isWarned: boolean },
): Promise<string | Refusal<Guarded>> => {
  const read = readText(text, questionMax)
  if (!read) return refuse('marketQuestionWrong')
  return (await contactGuardDecision(tx, { text: read, isWarned })) ?? read
}

/** Asks something under an item; the same id again is the same question. */
export const askQuestion = (
  context: Context,
  memberId: string,
  { itemId, questionId, ...written }: Question,
): Promise<null | Refusal<AskRefusal>> =>
  inTransaction<null | Refusal<AskRefusal>>(context.db, async (tx) => {
    const item = await visibleItem(tx, itemId, memberId)
    if (!item) return refuse('notFound')
    if (item.sellerId === memberId) return refuse('forbidden')
    if (item.state !== 'onSale') return refuse('marketItemGone')
    const text = await guardedText(tx, written)
    if (isRefusal(text)) return text
    await lockName(tx, `market-questions:${itemId}`)
    const { own, all } = await countQuestions(tx, itemId, memberId)
    if (own >= unansweredMax || all >= questionsMax) return refuse('marketQuestionTooMany')
    const added = await tx
      .insertInto('market_question')
      .values({
        id: questionId,
        item_id: itemId,
        author_id: memberId,
        text,
        created_at: new Date(context.now()),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added)
      await addMarketNotices(tx, [
        {
          ...{ memberId: item.sellerId, itemId, transactionId: null, moment: 'question' },
          ...{ actorId: memberId, occasion: questionId },
        },
      ])
    return null
  })

const countQuestions = (tx: Tx, itemId: string, memberId: string): Promise<{ own: number; all: number }> =>
  tx
    .selectFrom('market_question')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere('author_id', '=', memberId)
        .filterWhere('answer', 'is', null)
        .as('own'),
    ])
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()

/** Whether the asker is still there, without a block between the two. For a query over `market_question q`. */
const isAskerReachable = (sellerId: string) => sql<boolean>`(
  exists (select from member a where a.id = q.author_id and a.role <> 'closed')
  and not exists (select from blocked_pair b where b.member_id = ${sellerId} and b.partner_id = q.author_id))`

/** The seller answers, once: a second answer changes nothing. Across a block there is no such question. */
export const answerQuestion = (
  context: Context,
  memberId: string,
  { questionId, ...written }: { questionId: string; text: string; isWarned: boolean },
): Promise<null | Refusal<Guarded | 'notFound'>> =>
  inTransaction<null | Refusal<Guarded | 'notFound'>>(context.db, async (tx) => {
    const question = await tx
      .selectFrom('market_question as q')
      .innerJoin('market_item as i', 'i.id', 'q.item_id')
      .select(['q.item_id', 'q.author_id', 'q.answer'])
      .where('q.id', '=', questionId)
      .where('i.seller_id', '=', memberId)
      .where(isVisible(memberId))
      .where(isAskerReachable(memberId))
      .forUpdate('q')
      .executeTakeFirst()
    if (!question) return refuse('notFound')
    const text = await guardedText(tx, written)
    if (isRefusal(text)) return text
    if (question.answer !== null) return null
    await tx
      .updateTable('market_question')
      .set({ answer: text, answered_at: new Date(context.now()) })
      .where('id', '=', questionId)
      .execute()
    await addMarketNotices(tx, [
      {
        ...{
          memberId: question.author_id,
          itemId: question.item_id,
          transactionId: null,
          moment: 'answered',
        },
        ...{ actorId: memberId, occasion: questionId },
      },
    ])
    return null
  })
