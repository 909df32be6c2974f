import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type {
  EditedMessagePage,
  operatorMessagePagesEndpoints,
} from '#contract/legal/operator/message-pages.ts'
import { messageDraftRefusal } from '#domain/legal/message-page.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { claimOperatorImage } from '#server/images/actions/claim-operator-image.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import { findMessagePage } from '../message-queries.ts'

type SaveMessagePage = InputOf<typeof operatorMessagePagesEndpoints.operatorSaveMessagePage>

type SaveRefusal =
  | 'messageTitleMissing'
  | 'messageTextEmpty'
  | 'messageTimesWrong'
  | 'messageNameTaken'
  | 'messageChanged'
  | 'notFound'
  | 'imageGone'

interface SavedMessagePage {
  revision: number
  /** As it was; null for a new page. */
  before: EditedMessagePage | null
}

/**
 * Creates or changes a page. The client makes the id: the same id again returns the revision it made. Refuses
 * what `messageDraftRefusal` refuses; messageNameTaken; messageChanged (saved by another operator meanwhile);
 * notFound; imageGone.
 */
export const saveMessagePage = async (
  tx: Tx,
  save: SaveMessagePage,
): Promise<SavedMessagePage | Refusal<SaveRefusal>> => {
  const draft = messageDraftRefusal({
    ...save,
    fromMs: Date.parse(save.publishedFrom),
    untilMs: save.publishedUntil === null ? null : Date.parse(save.publishedUntil),
  })
  if (draft) return draft
  await lockName(tx, `message-page:${save.name}`)
  const before = (await findMessagePage(tx, save.name)) ?? null
  if (before && (await isLastChange(tx, save))) return { revision: before.revision, before }
  if (save.basedOn === null && before) return refuse('messageNameTaken')
  if (save.basedOn !== null && !before) return refuse('notFound')
  if (before && save.basedOn !== before.revision) return refuse('messageChanged')
  if (save.imageId !== null) {
    const claimed = await claimOperatorImage(tx, save.imageId)
    if (isRefusal(claimed)) return claimed
  }
  const revision = (before?.revision ?? 0) + 1
  await store(tx, save, revision)
  await retireUnshown(tx, before?.imageId ?? null)
  return { revision, before }
}

const isLastChange = async (tx: Tx, { name, id }: SaveMessagePage): Promise<boolean> => {
  const row = await tx
    .selectFrom('message_page')
    .select('command_id')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.command_id === id
}

const store = async (tx: Tx, save: SaveMessagePage, revision: number): Promise<void> => {
  const values = {
    title: save.title.trim(),
    lead: save.lead.trim(),
    markdown: save.markdown,
    image_id: save.imageId,
    button_label: save.button?.label ?? null,
    button_target: save.button?.target ?? null,
    published_from: new Date(save.publishedFrom),
    published_until: save.publishedUntil === null ? null : new Date(save.publishedUntil),
    is_listed: save.isListed,
    revision,
    command_id: save.id,
  }
  await tx
    .insertInto('message_page')
    .values({ name: save.name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Retires an image that no page shows any more. */
const retireUnshown = async (tx: Tx, imageId: string | null): Promise<void> => {
  if (imageId === null) return
  const shown = await tx
    .selectFrom('message_page')
    .select('name')
    .where('image_id', '=', imageId)
    .limit(1)
    .executeTakeFirst()
  if (!shown) await retireImage(tx, imageId)
}
