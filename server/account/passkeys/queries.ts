import type { AcceptedPasskeys, Passkey } from '#contract/account/passkeys.ts'
import type { Db, Tx } from '#server/db/database.ts'

interface PasskeyRow {
  id: string
  name: string
  created_at: Date
  last_used_at: Date | null
  is_backed_up: boolean
}

export const shownColumns = ['id', 'name', 'created_at', 'last_used_at', 'is_backed_up'] as const

/** As its owner sees it. */
export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isBackedUp: row.is_backed_up,
})

/** Newest first; also used by the export of a member's data. */
export const passkeysOfMember = async (db: Db | Tx, memberId: string): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom('passkey')
    .select(shownColumns)
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

/** A passkey as browsers receive it. */
export interface Descriptor {
  id: string
  type: 'public-key'
  transports: string[]
}

export const descriptorsOf = async (db: Db | Tx, memberId: string): Promise<Descriptor[]> => {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key',
    transports,
  }))
}

/**
 * The passkeys that the member's password manager should still offer; null for a member who never had one.
 */
export const acceptedPasskeysOf = async (
  db: Db | Tx,
  memberId: string,
  rpId: string,
): Promise<AcceptedPasskeys | null> => {
  const user = await db
    .selectFrom('passkey_user')
    .select('handle')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!user) return null
  const credentialIds = (await descriptorsOf(db, memberId)).map(({ id }) => id)
  return { rpId, userHandle: user.handle.toString('base64url'), credentialIds }
}

/** What is stored of a passkey that has signed something. */
export interface KnownPasskey {
  id: string
  memberId: string
  userHandle: Buffer
  publicKey: Buffer
  counter: number
  isBackupEligible: boolean
}

/** The passkey with this credential id; one of a demo member only where there is a demo. */
export const passkeyByCredential = async (
  db: Db | Tx,
  credentialId: Buffer,
  hasDemo: boolean,
): Promise<KnownPasskey | null> => {
  const row = await db
    .selectFrom('passkey as p')
    .innerJoin('passkey_user as u', 'u.member_id', 'p.member_id')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .select([
      'p.id',
      'p.member_id as memberId',
      'u.handle as userHandle',
      'p.public_key as publicKey',
      'p.counter',
      'p.is_backup_eligible as isBackupEligible',
    ])
    .where('p.credential_id', '=', credentialId)
    .$if(!hasDemo, (query) => query.where('m.is_demo', '=', false))
    .executeTakeFirst()
  return row ?? null
}

export const passkeyCountOf = async (db: Db | Tx, memberId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('passkey')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

/** For the erasure of a member: all passkeys. */
export const erasePasskeys = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.deleteFrom('passkey_user').where('member_id', '=', memberId).execute()
}
