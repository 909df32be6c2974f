import { sql } from 'kysely'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/db/database.ts'
import { aboutOf, type NoticeRow } from './notice-row.ts'

/** A row whose push is due. */
export interface DuePush {
  id: number
  memberId: string
  /** Null: the push names nobody. */
  actorId: string | null
  /** Whether the member may read the actor's name. */
  isNamed: boolean
  groupKey: string | null
  about: MemberNotice['about']
}

const perRound = 200
/** A push that was due while no process ran is sent at most so late. Minutes. */
const lateMinutesMax = 60

/** Takes rows whose push is due, the oldest first; each is taken by one process, and once. */
export const claimDuePushes = async (db: Db): Promise<DuePush[]> => {
  type Row = NoticeRow & {
    member_id: string
    group_key: string | null
    is_named: boolean
    is_recent: boolean
  }
  const { rows } = await sql<Row>`
    UPDATE member_notice n SET push_due = false FROM (
      SELECT d.member_id, d.id FROM member_notice d WHERE d.push_due ORDER BY d.id
      LIMIT ${perRound} FOR UPDATE SKIP LOCKED
    ) d, member v
    WHERE n.member_id = d.member_id AND n.id = d.id AND v.id = n.member_id
    RETURNING n.id, n.kind, n.details, n.created_at, n.read_at, n.member_id, n.group_key, n.actor_id AS partner_id,
      v.role = 'broadcaster'
        OR EXISTS (SELECT FROM member a WHERE a.id = n.actor_id AND a.role = 'broadcaster') AS is_named,
      n.read_at IS NULL AND n.created_at > now() - make_interval(mins => ${lateMinutesMax}) AS is_recent`.execute(
    db,
  )
  return rows
    .filter((row) => row.is_recent)
    .map((row) => ({
      id: row.id,
      memberId: row.member_id,
      actorId: row.partner_id,
      isNamed: row.is_named,
      groupKey: row.group_key,
      about: aboutOf({ ...row, remaining: null, partner_name: null, people: null, title: null }, null),
    }))
}
