import { sql } from 'kysely'
import type { PaidImage, PaidImageCursor } from '#contract/chat/paid-images.ts'
import type { Db } from '#server/db/database.ts'

interface Row {
  id: string
  sent_at: Date
  image_id: string
  width: number
  height: number
  points: number
  partner_id: string
  partner_name: string
}

/**
 * The images that a member has paid for, newest first. A block hides the conversation but none of these
 * images: a seller must not be able to withdraw what was paid for.
 */
export const paidImagesOf = async (
  db: Db,
  memberId: string,
  { before, limit }: { before?: PaidImageCursor | undefined; limit: number },
): Promise<{ images: PaidImage[]; next: PaidImageCursor | null }> => {
  const older = before
    ? sql`and (m.sent_at, m.id) < (${new Date(before.sentAt)}, ${before.messageId}::uuid)`
    : sql``
  const { rows } = await sql<Row>`
    select m.id, m.sent_at, m.body ->> 'imageId' as image_id, (m.body ->> 'width')::int as width,
      (m.body ->> 'height')::int as height, (m.body -> 'price' ->> 'points')::int as points,
      p.id as partner_id, p.name as partner_name
    from chat_side s
    join chat_message m on m.conversation_id = s.conversation_id
    join member p on p.id = s.partner_id
    where s.member_id = ${memberId} and m.sender_id = s.partner_id
      and m.kind = 'image' and m.body @> '{"price": {"isOpened": true}}' ${older}
    order by m.sent_at desc, m.id desc limit ${limit + 1}`.execute(db)
  const images = rows.slice(0, limit).map(imageOf)
  const last = rows.length > limit ? images.at(-1) : undefined
  return { images, next: last ? { sentAt: last.sentAt, messageId: last.messageId } : null }
}

const imageOf = (row: Row): PaidImage => ({
  messageId: row.id,
  sentAt: row.sent_at.toISOString(),
  imageId: row.image_id,
  width: row.width,
  height: row.height,
  points: row.points,
  partner: { id: row.partner_id, name: row.partner_name },
})
