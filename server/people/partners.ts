import { sql } from 'kysely'
import type { PresenceState } from '#contract/people/people.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A member as shown above a conversation or in a row about them. */
export interface Partner {
  id: string
  role: 'caller' | 'broadcaster'
  name: string
  avatarId: string | null
  state: PresenceState
  /** The partner is one of the viewer's favourites. */
  bookmark: boolean
  /** The partner has left; the conversations stay readable. */
  hasLeft: boolean
}

/**
 * What each viewer sees of their partner, by the viewer's and then the partner's id; unknown ids and
 * operators are missing.
 */
export const partnersOfPairs = async (
  db: Db | Tx,
  pairs: readonly { viewerId: string; partnerId: string }[],
): Promise<ReadonlyMap<string, Partner>> => {
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<Partner & { viewerId: string }>`
    SELECT p.viewer_id AS "viewerId", m.id, m.name, m.avatar_id AS "avatarId",
      coalesce(s.state, CASE WHEN seat.call_id IS NOT NULL THEN 'inCall' ELSE 'offline' END) AS state,
      k.member_id IS NOT NULL AS bookmark, m.role = 'closed' AS "hasLeft",
      CASE WHEN m.role <> 'closed' THEN m.role WHEN v.role = 'broadcaster' THEN 'caller' ELSE 'broadcaster' END AS role
    FROM unnest(${pairs.map(({ viewerId }) => viewerId)}::text[], ${pairs.map(({ partnerId }) => partnerId)}::text[])
      AS p (viewer_id, partner_id)
    JOIN member m ON m.id = p.partner_id
    JOIN member v ON v.id = p.viewer_id
    LEFT JOIN member_state s ON s.member_id = m.id
    LEFT JOIN call_seat seat ON seat.member_id = m.id
    LEFT JOIN bookmark k ON k.partner_id = m.id AND k.member_id = p.viewer_id
    WHERE m.role <> 'operator'`.execute(db)
  return new Map(rows.map(({ viewerId, ...partner }) => [pairKey(viewerId, partner.id), partner]))
}

export const pairKey = (viewerId: string, partnerId: string): string => `${viewerId}:${partnerId}`

/** A viewer's partners by id. */
export const partnersByIds = async (
  db: Db | Tx,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Partner>> => {
  const found = await partnersOfPairs(
    db,
    ids.map((partnerId) => ({ viewerId, partnerId })),
  )
  return new Map([...found.values()].map((partner) => [partner.id, partner]))
}
