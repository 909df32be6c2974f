import { sql } from 'kysely'
import { type MemberNotice, unreadCountMax } from '#contract/notifications/notifications.ts'
import { agreementKinds } from '#domain/notifications/notice-kinds.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type NoticeRow, toNotice } from './notice-row.ts'

/**
 * Rows that one request looks at: of a member with many rows about people behind a block, a page may be short or empty
 * and names where the next one begins.
 */
const scannedMax = 200

/** Marked as read in one statement. */
const markedAtOnce = 2_000

/** The newest rows of a member, and only so many: everything else of a query works on them. */
export const newest = (
  memberId: string,
  { before, isUnread }: { before: number | null; isUnread: boolean },
) => sql`
  select * from member_notice r
  where r.member_id = ${memberId} and (${before}::bigint is null or r.id < ${before}::bigint)
    ${isUnread ? sql`and r.read_at is null` : sql``}
  order by r.id desc limit ${scannedMax}`

/**
 * The rows of `scanned n` that the member may see, with whom they name: the newest of those who did it and are neither
 * behind a block, in either direction, nor closed, unless it tells of what both agreed on. A row of people of whom none is left isn't shown.
 */
const visible = sql`
  from scanned n
  join member v on v.id = n.member_id
  left join lateral (
    select m.id, m.role, m.name, count(*) over ()::int as people
    from (
      select n.actor_id as id, 0::bigint as place where not n.details ? 'actors'
      union all
      select a.id, a.place from jsonb_array_elements_text(case when n.details ? 'actors' then n.details -> 'actors' end)
        with ordinality a (id, place)
    ) a
    join member m on m.id = a.id and (m.role <> 'closed' or n.kind = any(${[...agreementKinds]}::text[]))
    where not exists (select from blocked_pair b where b.member_id = n.member_id and b.partner_id = m.id)
    order by a.place limit 1
  ) who on true
  left join lot_left l on l.lot_id = (n.details ->> 'lotId')::bigint
  where n.actor_id is null or who.id is not null`

/**
 * A member's notifications, newest first, older than `before`, and how many are unread of all. A change of the account
 * isn't shown in the browser that made it, nor are points that are spent.
 */
export const notificationsOf = async (
  db: Db,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  page: { before?: number | undefined; limit: number },
): Promise<{ notifications: MemberNotice[]; next: number | null; unread: number }> => {
  const deviceId = await deviceIdOf(db, { sessionKey })
  const [{ rows }, unread] = await Promise.all([
    sql<NoticeRow & { scanned: number; last: number | null }>`
      with scanned as materialized (${newest(memberId, { before: page.before ?? null, isUnread: false })})
      select seen.scanned, seen.last, r.*, coalesce(i.title, t.title) as title
      from (select count(*)::int as scanned, min(id) as last from scanned) seen
      left join lateral (
        select n.id, n.kind, n.details, n.created_at, n.read_at, l.remaining,
          who.id as partner_id, who.people,
          case when who.role = 'broadcaster' or v.role = 'broadcaster' then who.name end as partner_name
        ${visible}
        order by n.id desc limit ${page.limit + 1}
      ) r on true
      left join market_title i on r.kind = 'market' and i.item_id = (r.details ->> 'itemId')::uuid
      left join board_title t on r.kind = 'boardAnswered' and t.thread_id = (r.details ->> 'threadId')::uuid
      order by r.id desc`.execute(db),
    unreadOf(db, memberId, deviceId),
  ])
  const [first] = rows
  const shown = rows.filter(({ id }) => id !== null)
  const notifications = shown.slice(0, page.limit).map((row) => toNotice(row, deviceId))
  const isMore = shown.length > page.limit
  const rest = first && first.scanned === scannedMax ? first.last : null
  return { notifications, next: isMore ? (notifications.at(-1)?.id ?? null) : rest, unread }
}

/** How many of a member's newest notifications are unread, up to `unreadCountMax`. */
const unreadOf = async (db: Db, memberId: string, deviceId: string | null): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with scanned as materialized (${newest(memberId, { before: null, isUnread: true })})
    select count(*)::int as count from (
      select ${visible} and (l.lot_id is null or l.remaining > 0)
        and n.details ->> 'deviceId' is distinct from ${deviceId}
      limit ${unreadCountMax}) unread`.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks a member's notifications as read: these, and all up to one. Others' are left alone. */
export const markRead = async (
  db: Db,
  memberId: string,
  { ids = [], upTo }: { ids?: readonly number[] | undefined; upTo?: number | undefined },
): Promise<void> => {
  if (ids.length > 0)
    await sql`
      update member_notice set read_at = now()
      where member_id = ${memberId} and id = any(${[...ids]}::bigint[]) and read_at is null`.execute(db)
  if (upTo === undefined) return
  for (;;) {
    const { numAffectedRows } = await sql`
      update member_notice set read_at = now() where member_id = ${memberId} and id in (
        select id from member_notice where member_id = ${memberId} and id <= ${upTo} and read_at is null
        order by id desc limit ${markedAtOnce})`.execute(db)
    if ((numAffectedRows ?? 0n) < markedAtOnce) return
  }
}

/** A received bonus settles the notification that offered it. */
export const settleMissionNotices = async (
  db: Db | Tx,
  memberId: string,
  missionId: string,
): Promise<void> => {
  await sql`
    update member_notice set read_at = now()
    where member_id = ${memberId} and read_at is null and kind = 'missionReached'
      and details ->> 'missionId' = ${missionId}`.execute(db)
}

/** For the export of a member's data: the member's notifications in the app, as they were stored. */
export const noticesOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select kind, details - array['lotId', 'deviceId', 'actors', 'postId', 'commentId'] as details,
      created_at as "createdAt", read_at as "readAt"
    from member_notice where member_id = ${memberId} order by id`.execute(db)
  return rows
}

/** How many notifications of this kind a member got in the last hour, by the database's clock. */
export const countInLastHour = async (db: Db | Tx, memberId: string, kind: string): Promise<number> => {
  const { count } = await db
    .selectFrom('member_notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
