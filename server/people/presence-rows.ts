import { sql } from 'kysely'
import { presenceBeatMs, presenceTimeoutMs } from '#contract/realtime/realtime.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * What a node knows of a member: for how long the member still counts as present, and whether a page is open.
 */
interface PresenceLease {
  memberId: string
  /** Milliseconds from now. */
  leftMs: number
  isOpen: boolean
}

/**
 * Beats come every 20 s (25 s in the background) and are written at most 5 s later; a page that missed one is
 * asleep.
 */
const awakeMs = presenceBeatMs + 15_000

/**
 * Writes a node's stays in one statement, in one order, so that processes don't deadlock. A member who was
 * erased meanwhile has no presence, and doesn't stop the others'.
 *
 * @returns the broadcasters on standby who weren't present before
 */
export const writeLeases = async (
  tx: Tx,
  nodeId: string,
  stays: readonly PresenceLease[],
): Promise<string[]> => {
  // The last part sees the table as it was before the second.
  const { rows } = await sql<{ memberId: string }>`
    WITH stay AS (
      SELECT * FROM unnest(
        ${stays.map(({ memberId }) => memberId)}::text[],
        ${stays.map(({ leftMs }) => leftMs)}::float8[],
        ${stays.map(({ isOpen }) => (isOpen ? 1 : 0))}::int[]
      ) AS s (member_id, left_ms, open_pages)
    ), written AS (
      INSERT INTO presence (member_id, node_id, here_until, is_open)
      SELECT m.id, ${nodeId}::uuid, now() + s.left_ms * interval '1 millisecond', s.open_pages > 0
      FROM stay s JOIN member m ON m.id = s.member_id ORDER BY m.id
      ON CONFLICT (member_id, node_id)
        DO UPDATE SET here_until = excluded.here_until, is_open = excluded.is_open
      RETURNING member_id, here_until
    )
    SELECT w.member_id AS "memberId"
    FROM written w JOIN broadcaster b ON b.member_id = w.member_id AND b.standby_since IS NOT NULL
    WHERE w.here_until > now()
      AND NOT EXISTS (SELECT FROM presence p WHERE p.member_id = w.member_id AND p.here_until > now())`.execute(
    tx,
  )
  return rows.map(({ memberId }) => memberId)
}

/** A request of the member counts as a heartbeat, wherever the pages are connected. */
export const recordRequest = async (tx: Tx, nodeId: string, memberId: string): Promise<void> => {
  await sql`
    INSERT INTO presence (member_id, node_id, here_until, is_open)
    VALUES (${memberId}, ${nodeId}, now() + make_interval(secs => ${presenceTimeoutMs / 1000}), false)
    ON CONFLICT (member_id, node_id)
      DO UPDATE SET here_until = greatest(presence.here_until, excluded.here_until)`.execute(tx)
}

/**
 * Deletes the stays of any node that have expired, because a node that died can't. If another process deletes
 * one at the same time, that process publishes it.
 *
 * @returns the broadcasters on standby among them
 */
export const deleteExpiredLeases = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ memberId: string }>`
    WITH over AS (
      SELECT member_id, node_id FROM presence WHERE here_until <= now()
      ORDER BY member_id, node_id FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM presence p USING over o WHERE p.member_id = o.member_id AND p.node_id = o.node_id
      RETURNING p.member_id
    )
    SELECT DISTINCT b.member_id AS "memberId"
    FROM gone g JOIN broadcaster b ON b.member_id = g.member_id AND b.standby_since IS NOT NULL`.execute(tx)
  return rows.map(({ memberId }) => memberId)
}

/** A process that starts has no open pages yet, whatever the process before it left. */
export const closePagesOf = async (db: Db, nodeId: string): Promise<void> => {
  await db.updateTable('presence').set({ is_open: false }).where('node_id', '=', nodeId).execute()
}

/**
 * Whether a page of this member has an open socket now, at any running node, and is awake: a silent page
 * can't ring.
 */
export const hasOpenPage = async (
  { db, nodes }: Pick<Context, 'db' | 'nodes'>,
  memberId: string,
): Promise<boolean> => {
  const open = await db
    .selectFrom('presence')
    .select('node_id')
    .where('member_id', '=', memberId)
    .where('is_open', '=', true)
    .where(
      'here_until',
      '>',
      sql<Date>`now() + make_interval(secs => ${(presenceTimeoutMs - awakeMs) / 1000})`,
    )
    .execute()
  if (open.length === 0) return false
  const gone = new Set((await nodes.goneNodes()).map(({ nodeId }) => nodeId))
  return open.some(({ node_id }) => !gone.has(node_id))
}

/** Members who are present now, in the order of their ids, from the one after `after`. */
export const presentMembers = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ memberId: string }>`
    SELECT DISTINCT p.member_id AS "memberId" FROM presence p JOIN member m ON m.id = p.member_id
    WHERE p.member_id > ${after} AND p.here_until > now() AND m.role <> 'closed'
    ORDER BY p.member_id LIMIT ${limit}`.execute(db)
  return rows.map(({ memberId }) => memberId)
}
