import { sql } from 'kysely'
import type { GallerySetting } from '#contract/gallery/operator.ts'
import { isSeenBeforeReview, refusalRemembersDays } from '#domain/gallery/item-state.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The bounds of prices and when items are reviewed, as operators have set them. */
export const gallerySetting = async (db: Db | Tx): Promise<GallerySetting> => {
  const { rows } = await sql<GallerySetting>`
    select min_points as min, max_points as max, review, is_watermark_visible as "isWatermarkVisible" from gallery_setting`.execute(
    db,
  )
  const [setting] = rows
  if (!setting) throw new Error('the gallery has no setting')
  return setting
}

/** Whether this broadcaster's items appear before operators have reviewed them. */
export const isReviewedAfter = async (db: Db | Tx, ownerId: string): Promise<boolean> => {
  const { rows } = await sql<{ passed: number; refusedLately: number }>`
    select count(*) filter (where i.passed_at is not null and i.state <> 'removed')::int as passed,
      count(*) filter (where greatest(i.refused_at, r.removed_at)
        > now() - make_interval(days => ${refusalRemembersDays}::int))::int as "refusedLately"
    from gallery_item i left join gallery_removal r on r.item_id = i.id where i.owner_id = ${ownerId}`.execute(
    db,
  )
  const { review } = await gallerySetting(db)
  return isSeenBeforeReview(review, rows[0] ?? { passed: 0, refusedLately: 0 })
}
