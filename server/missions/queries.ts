import { sql } from 'kysely'
import type { Mission, MissionEvent, MissionKind } from '#contract/missions/missions.ts'
import { type MissionFacts, missionProgress, type ReceivedBonus } from '#domain/missions/mission.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { withRegistrationBonus } from '#server/points/registration-grant.ts'

interface MissionRow {
  missionId: string
  kind: MissionKind
  event: MissionEvent
  title: string
  target: number
  points: number
}

const openMissions = async (db: Db | Tx, missionId?: string): Promise<MissionRow[]> => {
  const { rows } = await sql<MissionRow>`
    SELECT id AS "missionId", kind, event, title, target, points FROM mission
    WHERE is_open AND (${missionId ?? null}::text IS NULL OR id = ${missionId ?? null})
    ORDER BY CASE kind WHEN 'onboarding' THEN 1 WHEN 'daily' THEN 2 ELSE 3 END, position, id`.execute(db)
  return rows
}

/** Bonuses by member and mission. Of daily ones the last 61 days: no streak is longer. */
const receivedOf = async (
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReceivedBonus[]>>> => {
  const { rows } = await sql<{ memberId: string; missionId: string; day: string | null }>`
    SELECT member_id AS "memberId", mission_id AS "missionId", day::text AS day FROM mission_bonus
    WHERE member_id = ANY(${memberIds}::text[]) AND (day IS NULL OR day > now() - interval '62 days')`.execute(
    db,
  )
  return new Map(
    [...Map.groupBy(rows, ({ memberId }) => memberId)].map(([memberId, own]) => [
      memberId,
      Map.groupBy(own, ({ missionId }) => missionId),
    ]),
  )
}

type Facts = Omit<MissionFacts, 'checkIns'>

const factsOf = async (db: Db | Tx, memberIds: readonly string[]): Promise<ReadonlyMap<string, Facts>> => {
  const { rows } = await sql<{
    memberId: string
    event: MissionEvent
    ever: number
    lately: number
    today: string
  }>`
    SELECT m.id AS "memberId", f.event, f.ever, f.lately, clock.day::text AS today
    FROM unnest(${memberIds}::text[]) m (id), (SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date AS day) clock,
      LATERAL mission_facts(m.id, clock.day::timestamp AT TIME ZONE 'Asia/Tokyo') f`.execute(db)
  const firstAccounts = await withRegistrationBonus(db, memberIds)
  return new Map(
    [...Map.groupBy(rows, ({ memberId }) => memberId)].map(([memberId, own]) => {
      const counts = Object.fromEntries(
        own.map(({ event, ever, lately }) => [event, { ever, today: lately }]),
      )
      return [
        memberId,
        {
          counts,
          today: own[0]?.today ?? '',
          isFirstAccount: firstAccounts.has(memberId),
          hasPhone: (counts.phone?.ever ?? 0) > 0,
        },
      ]
    }),
  )
}

interface MemberMissions {
  missions: Mission[]
  today: string
}

/** The open missions, or only one of them, with what each of these members has done. The number of queries is always the same. */
export const missionsOfMembers = async (
  db: Db | Tx,
  memberIds: readonly string[],
  missionId?: string,
): Promise<ReadonlyMap<string, MemberMissions>> => {
  const [missions, received, facts] = [
    await openMissions(db, missionId),
    await receivedOf(db, memberIds),
    await factsOf(db, memberIds),
  ]
  return new Map(
    [...facts].map(([memberId, own]) => {
      const bonuses = received.get(memberId)
      const checkIns = (bonuses?.get(checkInId) ?? []).flatMap(({ day }) => (day === null ? [] : [day]))
      const withProgress = missions.map((mission) => ({
        ...mission,
        ...missionProgress(mission, { ...own, checkIns }, bonuses?.get(mission.missionId) ?? []),
      }))
      return [memberId, { missions: withProgress, today: own.today }]
    }),
  )
}

/** The open missions, or only one of them, with what the member has done. */
export const missionsOf = async (
  db: Db | Tx,
  memberId: string,
  missionId?: string,
): Promise<MemberMissions> =>
  (await missionsOfMembers(db, [memberId], missionId)).get(memberId) ?? { missions: [], today: '' }

/** The daily check-in, whose bonuses are the days of a streak. */
const checkInId = 'check-in'

/** For the export of a member's data. */
export const missionBonusesOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    SELECT m.title, b.day::text AS day, b.points, b.received_at AS "receivedAt"
    FROM mission_bonus b JOIN mission m ON m.id = b.mission_id
    WHERE b.member_id = ${memberId} ORDER BY b.received_at`.execute(db)
  return rows
}

/** The points stay in the ledger; what was done for them is erased. */
export const eraseMissions = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('mission_bonus').where('member_id', '=', memberId).execute()
}
