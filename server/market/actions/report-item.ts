import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { marketItemsEndpoints } from '#contract/market/items.ts'
import { readReportText } from '#domain/safety/report.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type ReportMatter, storeReport } from '#server/safety/store-report.ts'
import { visibleItem } from '../item-record.ts'

/**
 * Reports an item, or a question under it, with both as they are now. The same id again is the same report.
 *
 * The order of the refusals: reportTextTooLong, idempotencyMismatch, notFound, reportSelf, reportTooOften.
 */
export const reportItem = async (
  context: Context,
  { memberId }: Viewer,
  input: InputOf<typeof marketItemsEndpoints.reportFleaMarketItem>,
): Promise<null | Refusal<
  'notFound' | 'reportSelf' | 'reportTextTooLong' | 'reportTooOften' | 'idempotencyMismatch'
>> => {
  const text = readReportText(input.text)
  if (isRefusal(text)) return text
  const { reportId, reason, itemId, questionId = null } = input
  const command = { reportId, surface: 'market', reason, text, market: { itemId, questionId } } as const
  return inTransaction(context.db, (tx) =>
    storeReport(tx, memberId, command, () => findMatter(tx, memberId, itemId, questionId)),
  )
}

interface ItemRow {
  title: string
  description: string
  points: number
  listedAt: Date
  seller: { id: string; name: string }
}

interface QuestionRow {
  author: { id: string; name: string }
  text: string
  askedAt: Date
}

const findMatter = async (
  tx: Tx,
  memberId: string,
  itemId: string,
  questionId: string | null,
): Promise<ReportMatter | Refusal<'notFound' | 'reportSelf'>> => {
  if (!(await visibleItem(tx, itemId, memberId))) return refuse('notFound')
  const { rows } = await sql<ItemRow>`
    select i.title, i.description, i.points, i.listed_at as "listedAt",
      jsonb_build_object('id', s.id, 'name', s.name) as seller
    from market_item i join member s on s.id = i.seller_id where i.id = ${itemId}`.execute(tx)
  const item = rows[0]
  const question = questionId === null ? null : await questionUnder(tx, memberId, itemId, questionId)
  if (!item || (questionId !== null && !question)) return refuse('notFound')
  const reported = question?.author ?? item.seller
  if (reported.id === memberId) return refuse('reportSelf')
  const pictures = await tx
    .selectFrom('market_picture')
    .select('image_id as imageId')
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  const market = {
    ...item,
    itemId,
    images: pictures,
    listedAt: item.listedAt.toISOString(),
    question: question && {
      ...question,
      questionId: questionId ?? '',
      askedAt: question.askedAt.toISOString(),
    },
  }
  return { reported, evidence: { messages: [], call: null, market } }
}

/** The question as the member reads it, or null. */
const questionUnder = async (
  tx: Tx,
  memberId: string,
  itemId: string,
  questionId: string,
): Promise<QuestionRow | null> => {
  const { rows } = await sql<QuestionRow>`
    select jsonb_build_object('id', a.id, 'name', a.name) as author, q.text, q.created_at as "askedAt"
    from market_question q join member a on a.id = q.author_id
    where q.id = ${questionId} and q.item_id = ${itemId} and a.role <> 'closed' and not exists (
      select from blocked_pair b where b.member_id = ${memberId} and b.partner_id = q.author_id)`.execute(tx)
  return rows[0] ?? null
}
