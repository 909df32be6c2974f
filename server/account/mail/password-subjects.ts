import type { Context } from '#server/context.ts'
import type { SignInSubjects } from '#server/credentials/sign-in-failures.ts'
import { isDeviceOf } from '#server/members/known-devices.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import type { Browser } from '../actions/open-sign-in.ts'

/**
 * The counts for failures of a member's password at the sign-in: the account within this network, the
 * network, and the account over all networks. A browser in which the account was opened before has one count
 * of its own, so that nobody can lock members out by guessing at their mail addresses.
 *
 * @param email in the normal spelling
 */
export const passwordLimitSubjects = async (
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  email: string,
  { addressKey, deviceKey }: Pick<Browser, 'addressKey' | 'deviceKey'>,
): Promise<SignInSubjects & { account: string }> =>
  (await isDeviceOf(db, email, deviceKey))
    ? { account: keyedHash(secret, 'account', `device ${deviceKey} ${email}`) }
    : {
        account: keyedHash(secret, 'account', `network ${addressKey} ${email}`),
        address: addressKey,
        everywhere: everywhereSubject(secret, email),
      }

/** The account over all networks, without the browsers it knows. */
export const everywhereSubject = (secret: Buffer, email: string): string =>
  keyedHash(secret, 'account', email)

/** The counts for failures within a session of the account: nobody without a session reaches them. */
export const proofSubjects = (
  { secret }: Pick<Context, 'secret'>,
  memberId: string,
  addressKey: string,
): SignInSubjects & { account: string } => ({
  account: keyedHash(secret, 'account', `proof ${memberId}`),
  address: addressKey,
})
