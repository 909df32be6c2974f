import { afterFailure, signInLimits } from '#domain/account/limits.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'

/** What a failed sign-in is counted against, as keyed hashes. At least one is present. */
export interface SignInSubjects {
  /** The account as one network, one browser or its own sessions try it; absent where the account isn't known. */
  account?: string
  /** The network; absent for a browser that the account knows. */
  address?: string
  /** The account from all networks together, while `account` stands for the account from one network. */
  everywhere?: string
}

const subjectNames = ({ account, address, everywhere }: SignInSubjects) => ({
  ...(account === undefined ? {} : { account: `account:${account}` }),
  ...(address === undefined ? {} : { address: `address:${address}` }),
  ...(everywhere === undefined ? {} : { everywhere: `everywhere:${everywhere}` }),
})

export const isBackedOff = async (db: Db | Tx, subjects: SignInSubjects, nowMs: number): Promise<boolean> => {
  const blocked = await db
    .selectFrom('sign_in_failure')
    .select('subject')
    .where('subject', 'in', Object.values(subjectNames(subjects)))
    .where('blocked_until', '>', new Date(nowMs))
    .limit(1)
    .executeTakeFirst()
  return blocked !== undefined
}

const recordOne = async (
  tx: Tx,
  kind: keyof SignInSubjects,
  subject: string,
  nowMs: number,
): Promise<void> => {
  await lockName(tx, subject)
  const row = await tx
    .selectFrom('sign_in_failure')
    .select(['failures', 'last_failed_at', 'blocked_until'])
    .where('subject', '=', subject)
    .executeTakeFirst()
  const before = row && {
    failures: row.failures,
    lastFailedAtMs: row.last_failed_at.getTime(),
    blockedUntilMs: row.blocked_until?.getTime() ?? null,
  }
  const after = afterFailure(signInLimits[kind], before ?? null, nowMs)
  const columns = {
    failures: after.failures,
    last_failed_at: new Date(after.lastFailedAtMs),
    blocked_until: after.blockedUntilMs === null ? null : new Date(after.blockedUntilMs),
  }
  await tx
    .insertInto('sign_in_failure')
    .values({ subject, ...columns })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(columns))
    .execute()
}

/** Counts one failed sign-in against every subject; always in the same order, so that two never deadlock. */
export const recordFailure = async (tx: Tx, subjects: SignInSubjects, nowMs: number): Promise<void> => {
  const names = subjectNames(subjects)
  if (names.account !== undefined) await recordOne(tx, 'account', names.account, nowMs)
  if (names.address !== undefined) await recordOne(tx, 'address', names.address, nowMs)
  if (names.everywhere !== undefined) await recordOne(tx, 'everywhere', names.everywhere, nowMs)
}

/** The same in a transaction of its own. */
export const recordSignInFailure = (db: Db, subjects: SignInSubjects, nowMs: number): Promise<void> =>
  db.transaction().execute((tx) => recordFailure(tx, subjects, nowMs))

/** A success clears the account alone: otherwise an attacker's own sign-ins would reset the others between guesses. */
export const clearFailures = async (db: Db | Tx, { account }: { account: string }): Promise<void> => {
  await db.deleteFrom('sign_in_failure').where('subject', '=', `account:${account}`).execute()
}

/** Failures against a replaced password say nothing about the new one. */
export const clearFailuresEverywhere = async (db: Db | Tx, everywhere: string): Promise<void> => {
  await db.deleteFrom('sign_in_failure').where('subject', '=', `everywhere:${everywhere}`).execute()
}
