import { randomUUID } from 'node:crypto'
import { hashPassword } from '#server/credentials/passwords.ts'
import type { Database } from '#server/db/database.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { freeLookSec, menuItem } from './live/room-prices.ts'
import type { CrowdMember, HostMember } from './oracle/observations.ts'

export const memberPassword = 'chaos-password'
const richPoints = 20_000
/** One to three increments of a voice call (14 points each). */
const poorPoints = [14, 28, 42] as const
const voiceRate = 140

export interface ChaosMembers {
  callers: CrowdMember[]
  broadcasters: CrowdMember[]
  hosts: HostMember[]
  watchers: CrowdMember[]
  /** What everybody was given before the run, by member. */
  granted: Map<string, number>
}

export interface ChaosMemberCounts {
  callers: number
  poorCallers: number
  broadcasters: number
  /** Broadcasters with live rooms. */
  hosts: number
  /** Of all rooms together; the poor ones are among them. */
  watchers: number
  poorWatchers: number
}

const callerIdBase = 41_000_000
const broadcasterIdBase = 42_000_000
const hostIdBase = 44_000_000
const watcherIdBase = 45_000_000
/** Two or three increments. */
const poorWatcherPoints = [40, 60] as const

const member = (memberId: number, isPoor = false): CrowdMember => ({
  memberId: String(memberId),
  mail: `m${memberId}@chaos.example`,
  isPoor,
})

const people = (count: number, idBase: number, poor = 0): CrowdMember[] =>
  Array.from({ length: count }, (_, index) => member(idBase + index, index >= count - poor))

/** Callers with points, broadcasters on standby or live, and watchers, written before anybody signs in. */
export const createMembers = async (
  { db }: Pick<Database, 'db'>,
  size: ChaosMemberCounts,
): Promise<ChaosMembers> => {
  const callers = people(size.callers + size.poorCallers, callerIdBase, size.poorCallers)
  const broadcasters = people(size.broadcasters, broadcasterIdBase)
  const hosts = people(size.hosts, hostIdBase).map((each) => ({ ...each, menuId: randomUUID() }))
  const watchers = people(size.watchers, watcherIdBase, size.poorWatchers)
  const passwordHash = await hashPassword(memberPassword)
  const row = (role: 'caller' | 'broadcaster') => (each: CrowdMember) => ({
    id: each.memberId,
    role,
    name: `${role}${each.memberId}`,
    email: each.mail,
    password_hash: passwordHash,
  })
  await db
    .insertInto('member')
    .values([
      ...[...callers, ...watchers].map(row('caller')),
      ...[...broadcasters, ...hosts].map(row('broadcaster')),
    ])
    .execute()
  await db
    .insertInto('broadcaster')
    .values(
      [...broadcasters, ...hosts].map(({ memberId }, index) => ({
        member_id: memberId,
        rate_voice: voiceRate,
        standby_since: index < broadcasters.length ? new Date() : null,
      })),
    )
    .execute()
  await writeMenus({ db }, hosts)
  const granted = new Map<string, number>()
  const grant = async (of: readonly CrowdMember[], poor: readonly number[]) => {
    for (const [index, { memberId, isPoor }] of of.entries()) {
      const points = isPoor ? (poor[index % poor.length] ?? 0) : richPoints
      await grantPoints(db, { key: 'chaos', memberId, points, kind: 'paid', purpose: 'demo' })
      granted.set(memberId, points)
    }
  }
  await grant(callers, poorPoints)
  await grant(watchers, poorWatcherPoints)
  return { callers, broadcasters, hosts, watchers, granted }
}

/** Toy menus are allowed, each host has one, and the free look is short. */
const writeMenus = async ({ db }: Pick<Database, 'db'>, hosts: readonly HostMember[]): Promise<void> => {
  await db.updateTable('live_flow_setting').set({ has_devices: true }).execute()
  await db.updateTable('live_setting').set({ free_look_sec: freeLookSec }).execute()
  if (hosts.length === 0) return
  await db
    .insertInto('live_menu_item')
    .values(
      hosts.map(({ memberId, menuId }) => ({
        ...{ id: menuId, broadcaster_id: memberId, position: 0 },
        ...menuItem,
      })),
    )
    .execute()
}
