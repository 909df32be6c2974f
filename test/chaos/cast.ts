import { hashPassword } from '#server/credentials/passwords.ts'
import type { Database } from '#server/db/database.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import type { CrowdMember } from './oracle/testimony.ts'

export const castPassword = 'chaos-password'
const richPoints = 20_000
/** One to three increments of a voice call (14 points each). */
const poorPoints = [14, 28, 42] as const
const voiceRate = 140

export interface Cast {
  callers: CrowdMember[]
  broadcasters: CrowdMember[]
  /** What everybody was given before the run, by member. */
  granted: Map<string, number>
}

export interface CastSize {
  callers: number
  poorCallers: number
  broadcasters: number
}

const callerIdBase = 41_000_000
const broadcasterIdBase = 42_000_000

const member = (memberId: number, isPoor = false): CrowdMember => ({
  memberId: String(memberId),
  mail: `m${memberId}@chaos.example`,
  isPoor,
})

/** Callers with points and broadcasters on standby, written into the database before anybody signs in. */
export const makeCast = async ({ db }: Pick<Database, 'db'>, size: CastSize): Promise<Cast> => {
  const callers = Array.from({ length: size.callers + size.poorCallers }, (_, index) =>
    member(callerIdBase + index, index >= size.callers),
  )
  const broadcasters = Array.from({ length: size.broadcasters }, (_, index) =>
    member(broadcasterIdBase + index),
  )
  const passwordHash = await hashPassword(castPassword)
  const row = (role: 'caller' | 'broadcaster') => (each: CrowdMember) => ({
    id: each.memberId,
    role,
    name: `${role}${each.memberId}`,
    email: each.mail,
    password_hash: passwordHash,
  })
  await db
    .insertInto('member')
    .values([...callers.map(row('caller')), ...broadcasters.map(row('broadcaster'))])
    .execute()
  await db
    .insertInto('broadcaster')
    .values(
      broadcasters.map(({ memberId }) => ({
        member_id: memberId,
        rate_voice: voiceRate,
        standby_since: new Date(),
      })),
    )
    .execute()
  const granted = new Map<string, number>()
  for (const [index, { memberId, isPoor }] of callers.entries()) {
    const points = isPoor ? (poorPoints[index % poorPoints.length] ?? 14) : richPoints
    await grantPoints(db, { key: 'chaos', memberId, points, kind: 'paid', purpose: 'demo' })
    granted.set(memberId, points)
  }
  return { callers, broadcasters, granted }
}
