import { sql } from 'kysely'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { noticeRuleOf } from '#domain/notifications/notice-kinds.ts'
import { hasChannel } from '#domain/notifications/notification-settings.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { whoWants } from './settings-queries.ts'
import type { StoredNotice } from './stored-notices.ts'

/** Kinds whose text names somebody, or that may be about what only one person did. */
type NamingKind =
  | Extract<MemberNotice['about'], { partnerId: string | null }>['kind']
  | Extract<MemberNotice['about'], { kind: 'market' }>['kind']
type Naming = Extract<StoredNotice, { kind: NamingKind }>

/** A notification to add. */
export type NewMemberNotice = {
  memberId: string
  /**
   * What happened, as distinct from everything else of this kind that happens to the member: it is added once, however
   * often it is added. Null: the caller's transaction happens once by itself.
   */
  once: string | null
  /** It is added once for ever; without it once in the 90 days that notifications are kept. */
  isOnceForEver?: boolean
} & ({ about: Naming; actorId: string | null } | { about: Exclude<StoredNotice, Naming>; actorId?: null })

/** Of more people than this, no further ones are counted. */
const actorsMax = 50

/** Rows of one statement. */
const rowsMax = 500

/** Those notifications whose members want them in the app. */
const wanted = async (tx: Db | Tx, notices: readonly NewMemberNotice[]): Promise<NewMemberNotice[]> => {
  const refused = new Set<NewMemberNotice>()
  for (const [kind, ofKind] of Map.groupBy(notices, ({ about }) => noticeRuleOf(about).switch)) {
    if (kind === null || !hasChannel(kind, 'inApp')) continue
    const members = [...new Set(ofKind.map(({ memberId }) => memberId))]
    const ids = new Set(await whoWants(tx, members, kind, 'inApp'))
    for (const notice of ofKind) if (!ids.has(notice.memberId)) refused.add(notice)
  }
  return notices.filter((notice) => !refused.has(notice))
}

/** The age by which guards are deleted. */
const never = sql<Date>`'infinity'::timestamptz`

const onceKey = (memberId: string, kind: string, subject: string): string => `${memberId} ${kind} ${subject}`

/** Those that weren't added before, by the guard's primary key. */
const notYetAdded = async (tx: Db | Tx, notices: readonly NewMemberNotice[]): Promise<NewMemberNotice[]> => {
  const guarded = notices
    .flatMap(({ memberId, about: { kind }, once, isOnceForEver = false }) =>
      once === null
        ? []
        : [{ member_id: memberId, kind, subject: once, ...(isOnceForEver ? { created_at: never } : {}) }],
    )
    // Transactions that add the same ones wait for each other in one order.
    .sort((one, other) =>
      onceKey(one.member_id, one.kind, one.subject) < onceKey(other.member_id, other.kind, other.subject)
        ? -1
        : 1,
    )
  if (guarded.length === 0) return [...notices]
  const rows = await tx
    .insertInto('member_notice_once')
    .values(guarded)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['member_id', 'kind', 'subject'])
    .execute()
  const claimed = new Set(rows.map((row) => onceKey(row.member_id, row.kind, row.subject)))
  return notices.filter(({ memberId, about, once }) =>
    // Deleted when it is met: the second of two equal ones in one call isn't added.
    once === null ? true : claimed.delete(onceKey(memberId, about.kind, once)),
  )
}

/** The key of the group that a notification joins while it is unread; null: it is not grouped. */
const groupKeyOf = ({ about, actorId }: NewMemberNotice): string | null => {
  if (noticeRuleOf(about).groupBy === null) return null
  if (about.kind === 'timeline') return `${about.postId}:${about.moment}`
  if (about.kind === 'boardAnswered') return about.threadId
  if (about.kind === 'gallerySold') return about.itemId
  return actorId ?? null
}

/** Deletes the unread rows of these groups. @returns the people in them, by member, kind and key */
const removeUnreadGroups = async (
  tx: Db | Tx,
  notices: readonly NewMemberNotice[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const grouped = notices.flatMap((notice) => {
    const key = groupKeyOf(notice)
    return key === null ? [] : [{ memberId: notice.memberId, kind: notice.about.kind, key }]
  })
  if (grouped.length === 0) return new Map()
  const { rows } = await sql<{ memberId: string; kind: string; key: string; actors: string[] | null }>`
    DELETE FROM member_notice n
    USING unnest(${grouped.map(({ memberId }) => memberId)}::text[], ${grouped.map(({ kind }) => kind)}::text[],
      ${grouped.map(({ key }) => key)}::text[]) g (member_id, kind, key)
    WHERE n.member_id = g.member_id AND n.kind = g.kind AND n.group_key = g.key AND n.read_at IS NULL
    RETURNING n.member_id AS "memberId", n.kind, n.group_key AS key, n.details -> 'actors' AS actors`.execute(
    tx,
  )
  const removed = new Map<string, readonly string[]>()
  for (const { memberId, kind, key, actors } of rows) {
    const known = onceKey(memberId, kind, key)
    removed.set(known, [...(removed.get(known) ?? []), ...(actors ?? [])])
  }
  return removed
}

/** Kinds that say ほか3人: everybody of the group is stored. */
const countsPeople = (about: StoredNotice): boolean =>
  about.kind === 'timeline' || about.kind === 'gallerySold'

const addSome = async (tx: Db | Tx, given: readonly NewMemberNotice[]): Promise<void> => {
  const notices = await notYetAdded(tx, await wanted(tx, given))
  if (notices.length === 0) return
  const removed = await removeUnreadGroups(tx, notices)
  await tx
    .insertInto('member_notice')
    .values(
      notices.map((notice) => {
        const { memberId, actorId = null, about } = notice
        const { kind, ...details } = about
        const key = groupKeyOf(notice)
        const before = key === null ? [] : (removed.get(onceKey(memberId, kind, key)) ?? [])
        const people = [...new Set([...(actorId === null ? [] : [actorId]), ...before])].slice(0, actorsMax)
        return {
          member_id: memberId,
          kind,
          details: countsPeople(about) ? { ...details, actors: people } : details,
          actor_id: actorId,
          group_key: key,
          push_due: noticeRuleOf(about).isPushed,
        }
      }),
    )
    .execute()
}

/**
 * Adds notifications in the app when `tx` commits, except those that members have switched off and those that were
 * added before. An unread one of the same group takes the new one in and becomes the newest: one notification for
 * ほか3人, however many comments there are. The members' open pages are notified by a trigger (`tell_of_notices`), closed ones
 * by a loop (server/push/actions/push-notifications.ts).
 */
export const addMemberNotices = async (tx: Db | Tx, given: readonly NewMemberNotice[]): Promise<void> => {
  for (let from = 0; from < given.length; from += rowsMax)
    await addSome(tx, given.slice(from, from + rowsMax))
}
