import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'

/**
 * Makes an uploaded image the member's portrait; null removes the portrait. The current portrait again isn't
 * refused. Browsers cache the old one for a day. Refuses with `imageGone` when the image can't be claimed,
 * for example after the member left.
 */
export const updateAvatar = (
  { db }: Pick<Context, 'db'>,
  memberId: string,
  imageId: string | null,
): Promise<Refusal<'imageGone'> | null> =>
  inTransaction(db, async (tx) => {
    const { avatar_id: oldId, quit_at } = await tx
      .selectFrom('member')
      .select(['avatar_id', 'quit_at'])
      .where('id', '=', memberId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (quit_at) return refuse('imageGone')
    if (oldId === imageId) return null
    const claimed = imageId && (await claimImage(tx, { imageId, ownerId: memberId, purpose: 'avatar' }))
    if (isRefusal(claimed)) return claimed
    await tx.updateTable('member').set({ avatar_id: imageId }).where('id', '=', memberId).execute()
    if (oldId !== null) await retireImage(tx, oldId)
    return null
  })
