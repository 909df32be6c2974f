import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { marketItemsEndpoints } from '#contract/market/items.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import { forbiddenReason, type ListingTexts, readListing } from '#domain/market/listing.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import { birthDateOf, isAnyClosed } from '#server/members/queries.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { lockItem } from '../item-record.ts'
import { forbiddenRules, marketSetting } from '../rules.ts'

type Input = InputOf<typeof marketItemsEndpoints.saveFleaMarketItem>
type SaveRefusal =
  | 'notFound'
  | 'underAge'
  | 'marketTextWrong'
  | 'marketPriceWrong'
  | 'marketPicturesWrong'
  | 'marketItemGone'
  | 'marketItemTooMany'
  | 'regionUnknown'
  | 'imageGone'
  | 'contactWarning'
  | 'contactRefused'

/** Items of one member that are not sold. */
const openItemsMax = 50
/** Going on sale again brings an item to the top of the list once in this time. */
const topAgainAfterMs = 24 * 3_600_000

/**
 * Lists an item or stores a draft; the same id changes it until it is sold or removed.
 *
 * The order of the refusals: those of `readListing`, underAge, notFound (another member's), marketItemGone,
 * marketItemTooMany, what is forbidden, the contact guard's, imageGone.
 */
export const saveItem = async (
  context: Context,
  memberId: string,
  input: Input,
): Promise<{ forbidden: string | null } | Refusal<SaveRefusal>> => {
  const setting = await marketSetting(context.db)
  const texts = readListing({ ...input, pictures: input.imageIds.length }, setting)
  if (isRefusal(texts)) return texts
  if (new Set(input.imageIds).size < input.imageIds.length) return refuse('marketPicturesWrong')
  const forbidden = forbiddenReason(await forbiddenRules(context.db), { ...texts, category: input.category })
  return inTransaction<{ forbidden: string | null } | Refusal<SaveRefusal>>(context.db, async (tx) => {
    await lockName(tx, `market:${memberId}`)
    const refused = await decideInTx(context, tx, memberId, input, texts)
    if (refused) return refused
    if (forbidden !== null) return { forbidden }
    await storeItem(context, tx, memberId, input, texts)
    await endOffers(context, tx, input.itemId)
    const pictures = await storePictures(tx, memberId, input)
    return pictures ?? { forbidden: null }
  })
}

const decideInTx = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
  { itemId, isWarned }: Input,
  { title, description }: ListingTexts,
): Promise<null | Refusal<SaveRefusal>> => {
  if (isUnderAge(await birthDateOf(tx, memberId), now())) return refuse('underAge')
  if (await isAnyClosed(tx, [memberId])) return refuse('notFound')
  const known = await lockItem(tx, itemId)
  if (known && known.sellerId !== memberId) return refuse('notFound')
  if (known && (known.state === 'sold' || known.state === 'removed')) return refuse('marketItemGone')
  if (!known && (await countOpen(tx, memberId)) >= openItemsMax) return refuse('marketItemTooMany')
  return contactGuardDecision(tx, { text: `${title}\n${description}`, isWarned })
}

const countOpen = async (tx: Tx, memberId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('market_item')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seller_id', '=', memberId)
    .where('state', 'in', ['draft', 'onSale', 'withdrawn'])
    .executeTakeFirstOrThrow()
  return count
}

/** What was offered and agreed on was about the item before its change. */
const endOffers = async ({ now }: Pick<Context, 'now'>, tx: Tx, itemId: string): Promise<void> => {
  const at = new Date(now())
  await tx
    .updateTable('market_offer')
    .set({ expires_at: at })
    .where('item_id', '=', itemId)
    .where('expires_at', '>', at)
    .execute()
}

const storeItem = async (
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
  input: Input,
  { title, description, folded }: ListingTexts,
): Promise<void> => {
  const at = new Date(now())
  const kept = {
    state: input.isDraft ? 'draft' : 'onSale',
    title,
    description,
    folded,
    category: input.category,
    condition: input.condition,
    points: input.points,
    postage: input.postage,
    prefecture: input.prefecture,
    ship_days: input.shipDays,
  } as const
  await tx
    .insertInto('market_item')
    .values({ id: input.itemId, seller_id: memberId, ...kept, created_at: at, listed_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({
        ...kept,
        version: eb('market_item.version', '+', 1),
        listed_at: input.isDraft ? eb.ref('market_item.listed_at') : listedAnew(at),
      })),
    )
    .execute()
}

/**
 * The place in the list of an item that is on sale from now on. A change doesn't bring it to the top; going on sale does, the
 * first time and then once in 24 hours. A draft that was never on sale still has its first `listed_at`.
 */
const listedAnew = (at: Date) => sql<Date>`
  case when market_item.state <> 'onSale' and (
      market_item.listed_at <= ${new Date(at.getTime() - topAgainAfterMs)}
      or (market_item.state = 'draft' and market_item.listed_at = market_item.created_at))
    then ${at} else market_item.listed_at end`

/** Pictures that stay keep their place in the storage; new ones are claimed, and those that are gone are retired. */
const storePictures = async (
  tx: Tx,
  memberId: string,
  { itemId, imageIds }: Input,
): Promise<null | Refusal<'imageGone'>> => {
  const before = await tx
    .deleteFrom('market_picture')
    .where('item_id', '=', itemId)
    .returning('image_id')
    .execute()
  const known = new Set(before.map((row) => row.image_id))
  for (const imageId of imageIds) {
    if (known.has(imageId)) continue
    const claimed = await claimImage(tx, { imageId, ownerId: memberId, purpose: 'market' })
    if (isRefusal(claimed)) return claimed
  }
  for (const imageId of known) if (!imageIds.includes(imageId)) await retireImage(tx, imageId)
  if (imageIds.length === 0) return null
  await tx
    .insertInto('market_picture')
    .values(imageIds.map((image_id, position) => ({ image_id, item_id: itemId, position })))
    .execute()
  return null
}

/** Takes an own item off sale. Refuses: notFound, marketItemGone (sold or removed). */
export const withdrawItem = (
  context: Context,
  memberId: string,
  itemId: string,
): Promise<null | Refusal<'notFound' | 'marketItemGone'>> =>
  inTransaction<null | Refusal<'notFound' | 'marketItemGone'>>(context.db, async (tx) => {
    const item = await lockItem(tx, itemId)
    if (!item || item.sellerId !== memberId) return refuse('notFound')
    if (item.state === 'sold' || item.state === 'removed') return refuse('marketItemGone')
    if (item.state === 'onSale')
      await tx.updateTable('market_item').set({ state: 'withdrawn' }).where('id', '=', itemId).execute()
    return null
  })
