import { randomInt } from 'node:crypto'
import { inTransaction } from '#server/db/transaction.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import type { E2eApp } from '#test/helpers/e2e.ts'
import { people } from './people/people-steps.ts'

export interface OwnPerson {
  id: string
  name: string
  mail: string
}

interface Wallet {
  paid?: number
  free?: number
  /** When the points were granted; now unless given. */
  grantedAt?: Date
}

/**
 * Adds a caller whom no other test knows, with points, who signs in by the demo's password. Unlike a
 * registration it counts towards no limit of this address.
 */
export const addCaller = async (
  { database: { db, sql } }: Pick<E2eApp, 'database'>,
  name: string,
  { paid = 0, free = 0, grantedAt = new Date() }: Wallet = {},
): Promise<OwnPerson> => {
  const id = String(randomInt(50_000_000, 99_999_999))
  const mail = `${id}@test.example`
  await sql`
    INSERT INTO member (id, role, name, region, age, email, password_hash)
    SELECT ${id}, 'caller', ${name}, '東京', 30, ${mail}, password_hash FROM member WHERE id = ${people.kenji.id}`
  await inTransaction(db, async (tx) => {
    await postAt(tx, grantedAt)
    const grant = { memberId: id, purpose: 'test' } as const
    if (paid > 0) await grantPoints(tx, { ...grant, key: 'test:paid', kind: 'paid', points: paid })
    if (free > 0) await grantPoints(tx, { ...grant, key: 'test:free', kind: 'free', points: free })
  })
  return { id, name, mail }
}

/**
 * Adds a broadcaster whom no other test knows: an old account, offline, without reviews, so it leads no list
 * of home.
 */
export const addBroadcaster = async (
  { database: { sql } }: Pick<E2eApp, 'database'>,
  name: string,
): Promise<OwnPerson> => {
  const id = String(randomInt(50_000_000, 99_999_999))
  const mail = `${id}@test.example`
  await sql`
    INSERT INTO member (id, role, name, region, age, email, password_hash)
    SELECT ${id}, 'broadcaster', ${name}, '東京', 27, ${mail}, password_hash FROM member WHERE id = ${people.mio.id}`
  await sql`
    INSERT INTO broadcaster (member_id, bio, rate_video, rate_voice, approved_at)
    VALUES (${id}, 'ゆっくりお話ししましょう。', 200, 140, now() - interval '100 days')`
  return { id, name, mail }
}
