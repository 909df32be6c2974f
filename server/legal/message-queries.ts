import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { MessageButtonTarget } from '#contract/legal/message-buttons.ts'
import type { MessageCard, MessagePage } from '#contract/legal/message-pages.ts'
import type { EditedMessagePage } from '#contract/legal/operator/message-pages.ts'
import { isPublishedAt } from '#domain/legal/message-page.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { renderPublished } from './render-markdown.ts'

/** All pages, the latest published first; there are dozens, not thousands. */
export const messagePages = async (db: Db | Tx): Promise<EditedMessagePage[]> =>
  (await stored(db).orderBy('published_from', 'desc').orderBy('name').execute()).map(pageOf)

export const findMessagePage = async (db: Db | Tx, name: string): Promise<EditedMessagePage | undefined> => {
  const row = await stored(db).where('name', '=', name).executeTakeFirst()
  return row && pageOf(row)
}

/** The pages that /message lists now. */
export const listedMessagePages = async (db: Db, nowMs: number): Promise<MessageCard[]> =>
  (await messagePages(db)).filter((page) => page.isListed && isThere(page, nowMs)).map(cardOf)

/** A page as everybody sees it. Refuses with `notFound` an unpublished page, like one that doesn't exist. */
export const publishedMessagePage = async (
  db: Db,
  name: string,
  nowMs: number,
): Promise<MessagePage | Refusal<'notFound'>> => {
  const page = await findMessagePage(db, name)
  if (!page || !isThere(page, nowMs)) return refuse('notFound')
  const { button, publishedUntil } = page
  return { ...cardOf(page), html: await renderPublished(page.markdown), button, publishedUntil }
}

const isThere = ({ publishedFrom, publishedUntil }: EditedMessagePage, nowMs: number): boolean =>
  isPublishedAt(
    {
      fromMs: Date.parse(publishedFrom),
      untilMs: publishedUntil === null ? null : Date.parse(publishedUntil),
    },
    nowMs,
  )

const cardOf = ({ name, title, lead, imageId, publishedFrom }: EditedMessagePage): MessageCard => ({
  name,
  title,
  lead,
  imageId,
  publishedFrom,
})

const stored = (db: Db | Tx) => db.selectFrom('message_page').selectAll()

type StoredPage = Awaited<ReturnType<ReturnType<typeof stored>['executeTakeFirstOrThrow']>>

const pageOf = (row: StoredPage): EditedMessagePage => ({
  name: row.name,
  title: row.title,
  lead: row.lead,
  markdown: row.markdown,
  imageId: row.image_id,
  button:
    row.button_label === null || row.button_target === null
      ? null
      : { label: row.button_label, target: row.button_target as MessageButtonTarget },
  publishedFrom: row.published_from.toISOString(),
  publishedUntil: row.published_until?.toISOString() ?? null,
  isListed: row.is_listed,
  revision: row.revision,
})
