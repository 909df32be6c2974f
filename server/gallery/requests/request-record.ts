import { sql } from 'kysely'
import type { ImageRequest, RequestPhase, RequestSide } from '#contract/gallery/requests.ts'
import type { EvidenceRequest } from '#contract/moderation/moderation.ts'
import type { RequestState } from '#domain/gallery/image-request.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'

export interface RequestRecord extends RequestState {
  id: string
  callerId: string
  broadcasterId: string
  wish: string
  points: number
  holdId: number
  /** The database's clock, in milliseconds. */
  now: number
}

interface Row extends Omit<RequestRecord, 'expiresAt'> {
  expiresAt: Date
}

const columns = sql`
  id, caller_id as "callerId", broadcaster_id as "broadcasterId", wish, points, phase, hold_id as "holdId",
  expires_at as "expiresAt", (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

const recordOf = (row: Row | undefined): RequestRecord | null =>
  row ? { ...row, expiresAt: row.expiresAt.getTime() } : null

export const findRequest = async (db: Db | Tx, id: string): Promise<RequestRecord | null> =>
  recordOf((await sql<Row>`select ${columns} from gallery_request where id = ${id}`.execute(db)).rows[0])

/**
 * Keeps new requests of these members from being sent until the transaction ends: both sides of a request that is sent, or a
 * member who leaves.
 */
export const lockRequestSides = async (tx: Tx, memberIds: readonly string[]): Promise<void> => {
  for (const memberId of memberIds.toSorted()) await lockName(tx, `galleryRequest:${memberId}`)
}

/** A request, locked until the transaction ends; its accounts are locked after it. */
export const lockRequest = async (tx: Tx, id: string): Promise<RequestRecord | null> =>
  recordOf(
    (await sql<Row>`select ${columns} from gallery_request where id = ${id} for update`.execute(tx)).rows[0],
  )

export const requestSideOf = (
  { callerId, broadcasterId }: Pick<RequestRecord, 'callerId' | 'broadcasterId'>,
  memberId: string,
): RequestSide | null =>
  memberId === callerId ? 'caller' : memberId === broadcasterId ? 'broadcaster' : null

const shownDays = 30
const shownMax = 100

interface ShownRow {
  requestId: string
  side: RequestSide
  partnerId: string
  name: string
  avatarId: string | null
  wish: string
  points: number
  phase: RequestPhase
  sentAt: Date
  expiresAt: Date
  itemId: string | null
}

/** A member's requests as the member sees them: open ones by their end, then the others, the latest first. */
export const requestsOf = async (
  db: Db | Tx,
  memberId: string,
  only: { requestId?: string | undefined; partnerId?: string | undefined } = {},
): Promise<ImageRequest[]> => {
  const { rows } = await sql<ShownRow>`
    select r.id as "requestId", case when r.caller_id = ${memberId} then 'caller' else 'broadcaster' end as side,
      m.id as "partnerId", m.name, m.avatar_id as "avatarId", r.wish, r.points, r.phase, r.created_at as "sentAt",
      r.expires_at as "expiresAt",
      (select i.id from gallery_item i where i.id = r.item_id and i.state <> 'removed') as "itemId"
    from gallery_request r
    join member m on m.id = case when r.caller_id = ${memberId} then r.broadcaster_id else r.caller_id end
    where (r.caller_id = ${memberId} or r.broadcaster_id = ${memberId})
      and (${only.requestId ?? null}::uuid is null or r.id = ${only.requestId ?? null}::uuid)
      and (${only.partnerId ?? null}::text is null or m.id = ${only.partnerId ?? null})
      and (r.phase in ('open', 'accepted') or r.changed_at > now() - make_interval(days => ${shownDays}::int))
      and not exists (select from blocked_pair b where b.member_id = ${memberId} and b.partner_id = m.id)
    order by r.phase not in ('open', 'accepted'), case when r.phase in ('open', 'accepted') then r.expires_at end,
      r.changed_at desc, r.id
    limit ${shownMax}`.execute(db)
  return rows.map(({ partnerId, name, avatarId, sentAt, expiresAt, ...row }) => ({
    ...row,
    partner: { id: partnerId, name, avatarId },
    earns: earnedShare(row.points, broadcasterSharePercent),
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}

const evidenceMax = 10

/** The newest wishes of one of two members to the other, for a report about one of them. */
export const requestsBetween = async (
  tx: Tx,
  memberId: string,
  partnerId: string,
): Promise<EvidenceRequest[]> => {
  const { rows } = await sql<Omit<EvidenceRequest, 'sentAt'> & { sentAt: Date }>`
    select id as "requestId", caller_id as "callerId", wish, points, phase, created_at as "sentAt"
    from gallery_request
    where (caller_id, broadcaster_id) in ((${memberId}, ${partnerId}), (${partnerId}, ${memberId}))
    order by created_at desc, id limit ${evidenceMax}`.execute(tx)
  return rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() }))
}

/** For the export of a member's data; the wish is the caller's. */
export const requestsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select m.name as "partnerName", case when r.caller_id = ${memberId} then r.wish end as wish, r.points, r.phase,
      r.created_at as "sentAt", r.expires_at as "expiresAt"
    from gallery_request r
    join member m on m.id = case when r.caller_id = ${memberId} then r.broadcaster_id else r.caller_id end
    where r.caller_id = ${memberId} or r.broadcaster_id = ${memberId} order by r.created_at, r.id`.execute(db)
  return rows
}
