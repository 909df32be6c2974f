import { sql } from 'kysely'
import { type ImageVisibility, imageVisibility } from '#domain/chat/image-visibility.ts'
import type { Db } from '#server/db/database.ts'
import { storedBody } from './message-rows.ts'

/** The version of a chat image that a member gets. */
export const chatImageVisibility = async (
  db: Db,
  { imageId }: { imageId: string },
  viewer: { memberId: string } | null,
): Promise<ImageVisibility> => {
  if (!viewer) return null
  const viewerId = viewer.memberId
  const { rows } = await sql<{
    sender_id: string
    kind: string
    body: object
    is_side: boolean
    is_blocked: boolean
  }>`
    select m.sender_id, m.kind, m.body, ${viewerId} in (c.caller_id, c.broadcaster_id) as is_side,
      exists (select from blocked_pair b where b.member_id = c.caller_id and b.partner_id = c.broadcaster_id) as is_blocked
    from chat_message m join conversation c on c.id = m.conversation_id
    where m.kind = 'image' and m.body ->> 'imageId' = ${imageId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return imageVisibility({
    body: storedBody(row.kind, row.body),
    isSender: row.sender_id === viewerId,
    isSide: row.is_side,
    isBlocked: row.is_blocked,
  })
}
