import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { drawable, shareLine } from '#domain/people/share-line.ts'
import type { Db } from '#server/db/database.ts'
import { isBlocked } from '../queries.ts'

/** What a link to a broadcaster shows in other services. */
export interface SharedPerson {
  id: string
  name: string
  /** One sentence; '' without one. */
  line: string
  avatarId: string | null
  /** Another one as soon as the card looks different. */
  version: string
}

/**
 * A broadcaster who allows being shared. Null for everybody else: members who left or were erased, those of whom
 * operators have a report to look into, and either side of a block with the viewer. A visitor has no viewer.
 */
export const findSharedPerson = async (
  db: Db,
  memberId: string,
  viewerId: string | null,
): Promise<SharedPerson | null> => {
  const { rows } = await sql<{ name: string; bio: string; avatarId: string | null }>`
    SELECT m.name, b.bio, m.avatar_id AS "avatarId"
    FROM member m JOIN broadcaster b ON b.member_id = m.id
    WHERE m.id = ${memberId} AND m.role = 'broadcaster' AND b.is_shared
      AND NOT EXISTS (SELECT FROM reported_member r WHERE r.member_id = m.id)
      AND NOT ${isBlocked(viewerId)}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { name, avatarId } = row
  const line = shareLine(row.bio)
  const seen = JSON.stringify([drawable(name), line, avatarId])
  const version = createHash('sha256').update(seen).digest('hex').slice(0, 12)
  return { id: memberId, name, line, avatarId, version }
}

/** Where the card is served: outside of /api/, which crawlers leave alone. */
export const cardsPath = '/cards'

export const cardPath = ({ id, version }: SharedPerson): string => `${cardsPath}/${id}.jpg?v=${version}`
