import type { Role } from '#contract/account/account.ts'
import type { Db, Tx } from '#server/db/database.ts'

export interface Member {
  id: string
  role: Role
  name: string
  /** Null until the member has given it. */
  region: string | null
  age: number | null
  isAgeShown: boolean
  avatarId: string | null
  /** Keyed hash of the browser that registered; null for seeded people. */
  deviceKey: string | null
  hasPassword: boolean
  /** A demo member, whose password is public. */
  isDemo: boolean
  registeredAt: Date
}

/** The members of these ids, by id; unknown ids are missing. */
export const membersByIds = async (
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('member')
    .select((column) => [
      'id',
      'role',
      'name',
      'region',
      'age',
      'is_age_shown as isAgeShown',
      'avatar_id as avatarId',
      'device_key as deviceKey',
      'is_demo as isDemo',
      column('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      'created_at as registeredAt',
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const memberById = async (db: Db | Tx, id: string): Promise<Member | null> =>
  (await membersByIds(db, [id])).get(id) ?? null

/**
 * The member with this mail address (lower-cased by the calling code); demo members only where there is a
 * demo.
 */
export const credentialsByEmail = async (
  db: Db | Tx,
  email: string,
  hasDemo: boolean,
): Promise<{ id: string; passwordHash: string | null } | null> => {
  const row = await db
    .selectFrom('member')
    .select(['id', 'password_hash as passwordHash'])
    .where((column) => column(column.fn('lower', ['email']), '=', email))
    .$if(!hasDemo, (query) => query.where('is_demo', '=', false))
    .executeTakeFirst()
  return row ?? null
}

/** When a member left; null for everybody else. */
export const quitAtOf = async (db: Db | Tx, memberId: string): Promise<Date | null> => {
  const row = await db.selectFrom('member').select('quit_at').where('id', '=', memberId).executeTakeFirst()
  return row?.quit_at ?? null
}

/** Whether one of them has left: for things that begin between them at that moment. */
export const isAnyClosed = async (db: Db | Tx, memberIds: readonly string[]): Promise<boolean> => {
  const closed = await db
    .selectFrom('member')
    .select('id')
    .where('id', 'in', memberIds)
    .where('role', '=', 'closed')
    .limit(1)
    .executeTakeFirst()
  return closed !== undefined
}

/** YYYY-MM-DD; null until the member has stated it. */
export const birthDateOf = async (db: Db | Tx, memberId: string): Promise<string | null> => {
  const row = await db.selectFrom('member').select('born_on').where('id', '=', memberId).executeTakeFirst()
  return row?.born_on ?? null
}

/** The mail addresses of those members who have one; of demo members only where there is a demo. */
export const mailAddressesOf = async (
  db: Db | Tx,
  ids: readonly string[],
  hasDemo: boolean,
): Promise<ReadonlyMap<string, { name: string; email: string }>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .where('email', 'is not', null)
    .where('role', '<>', 'closed')
    .$if(!hasDemo, (query) => query.where('is_demo', '=', false))
    .execute()
  return new Map(rows.flatMap(({ id, name, email }) => (email ? [[id, { name, email }] as const] : [])))
}
