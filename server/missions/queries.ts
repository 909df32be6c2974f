import { sql } from 'kysely'
import type { Mission, MissionEvent, MissionKind } from '#contract/missions/missions.ts'
import { type MissionFacts, missionProgress, type ReceivedBonus } from '#domain/missions/mission.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hadRegistrationBonus } from '#server/points/registration-grant.ts'

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

/** Bonuses by mission. Of daily ones the last 61 days: no streak is longer. */
const receivedOf = async (db: Db | Tx, memberId: string): Promise<Map<string, ReceivedBonus[]>> => {
  const { rows } = await sql<{ missionId: string; day: string | null }>`
    SELECT mission_id AS "missionId", day::text AS day FROM mission_bonus
    WHERE member_id = ${memberId} AND (day IS NULL OR day > now() - interval '62 days')`.execute(db)
  return Map.groupBy(rows, ({ missionId }) => missionId)
}

const factsOf = async (db: Db | Tx, memberId: string): Promise<Omit<MissionFacts, 'checkIns'>> => {
  const { rows } = await sql<{ event: MissionEvent; ever: number; lately: number; today: string }>`
    SELECT f.event, f.ever, f.lately, clock.day::text AS today
    FROM (SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date AS day) clock,
      LATERAL mission_facts(${memberId}, clock.day::timestamp AT TIME ZONE 'Asia/Tokyo') f`.execute(db)
  const counts = Object.fromEntries(rows.map(({ event, ever, lately }) => [event, { ever, today: lately }]))
  return {
    counts,
    today: rows[0]?.today ?? '',
    isFirstAccount: await hadRegistrationBonus(db, memberId),
    hasPhone: (counts.phone?.ever ?? 0) > 0,
  }
}

/** The open missions, or only one of them, as the member stands. */
export const missionsOf = async (
  db: Db | Tx,
  memberId: string,
  missionId?: string,
): Promise<{ missions: Mission[]; today: string }> => {
  const [missions, received, facts] = [
    await openMissions(db, missionId),
    await receivedOf(db, memberId),
    await factsOf(db, memberId),
  ]
  const checkIns = [...received]
    .filter(([id]) => id === checkInId)
    .flatMap(([, bonuses]) => bonuses.flatMap(({ day }) => (day === null ? [] : [day])))
  return {
    missions: missions.map((mission) => ({
      ...mission,
      ...missionProgress(mission, { ...facts, checkIns }, received.get(mission.missionId) ?? []),
    })),
    today: facts.today,
  }
}

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
