import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { BankAccount, MaskedBankAccount } from '#contract/points/payouts.ts'
import { identityOf, maskedNumber, readBankAccount } from '#domain/points/bank-account.ts'
import { payoutRequestsFrom } from '#domain/points/payout.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'

type Encryption = Pick<Context, 'secret'>

const encryptionOf = (memberId: string) => ({ purpose: 'payoutAccount', boundTo: memberId }) as const

/** Decrypts a member's stored bank account; null when it was encrypted with another secret. */
export function decryptBankAccount(
  { secret }: Encryption,
  memberId: string,
  encrypted: Buffer,
): BankAccount | null {
  const plain = decrypt(secret, encryptionOf(memberId), encrypted)
  return plain === null ? null : (JSON.parse(plain.toString('utf8')) as BankAccount)
}

interface AccountTimes {
  changed_at: Date
  replaced_at: Date | null
}

function maskBankAccount(account: BankAccount, times: AccountTimes, nowMs: number): MaskedBankAccount {
  const { bankName, branchName, kind, number, holder } = account
  const shown = { bankName, branchName, kind, holder, maskedNumber: maskedNumber(number) }
  const fromMs = payoutRequestsFrom(times.replaced_at?.getTime() ?? null, nowMs)
  const requestsFrom = fromMs === null ? null : new Date(fromMs).toISOString()
  return { ...shown, changedAt: times.changed_at.toISOString(), requestsFrom }
}

/**
 * A broadcaster's bank account, masked; null without one, or when it can no longer be opened and has to be
 * entered again.
 */
export async function payoutAccountOf(
  context: Encryption & Pick<Context, 'now'>,
  db: Db | Tx,
  memberId: string,
): Promise<MaskedBankAccount | null> {
  const row = await db
    .selectFrom('payout_account')
    .select(['encrypted', 'changed_at', 'replaced_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const account = row && decryptBankAccount(context, memberId, row.encrypted)
  return account ? maskBankAccount(account, row, context.now()) : null
}

/**
 * Stores a broadcaster's bank account, encrypted, and mails them about every new account, which somebody else
 * may have entered. One that another member has, too, is stored and reported to the operators. Refuses:
 * bankAccountWrong.
 */
export async function savePayoutAccount(
  context: Encryption & Pick<Context, 'now'>,
  tx: Tx,
  memberId: string,
  written: BankAccount,
): Promise<MaskedBankAccount | Refusal<'bankAccountWrong'>> {
  const reading = readBankAccount(written)
  if ('wrong' in reading) return refuse('bankAccountWrong')
  const { account } = reading
  const stored = {
    encrypted: encrypt(context.secret, encryptionOf(memberId), Buffer.from(JSON.stringify(account))),
    identity_key: keyedHash(context.secret, 'payoutAccount', identityOf(account)),
    changed_at: new Date(context.now()),
  }
  const before = await tx
    .selectFrom('payout_account')
    .select('identity_key')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  const times = await tx
    .insertInto('payout_account')
    .values({ member_id: memberId, ...stored })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ ...stored, replaced_at: replacedAt(stored) }),
    )
    .returning(['changed_at', 'replaced_at'])
    .executeTakeFirstOrThrow()
  const masked = maskBankAccount(account, times, context.now())
  if (before?.identity_key === stored.identity_key) return masked
  const { bankName, maskedNumber: number } = masked
  await addMemberNotices(tx, [
    { memberId, once: null, about: { kind: 'payoutAccountSaved', bankName, maskedNumber: number } },
  ])
  await warnOfSharing(tx, stored.identity_key, memberId)
  return masked
}

/** Decided within the upsert, so that an account saved at the same time doesn't count as a first one. */
const replacedAt = ({ identity_key, changed_at }: { identity_key: string; changed_at: Date }) =>
  sql<Date | null>`case when payout_account.identity_key <> ${identity_key}
    then ${changed_at}::timestamptz else payout_account.replaced_at end`

async function warnOfSharing(tx: Tx, identityKey: string, memberId: string): Promise<void> {
  const others = await membersWithAccount(tx, identityKey, memberId)
  if (others.length === 0) return
  await raiseAlert(tx, {
    kind: 'sharedPayoutAccount',
    subject: memberId,
    text: `会員 ${memberId} の振込先は、会員 ${others.join('、')} と同じ口座です。`,
  })
}

async function membersWithAccount(tx: Tx, identityKey: string, exceptId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payout_account')
    .select('member_id')
    .where('identity_key', '=', identityKey)
    .where('member_id', '<>', exceptId)
    .orderBy('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

/** Whether two members have stored the same bank account, by the keyed hashes of both. */
export async function sharesPayoutAccount(
  db: Db | Tx,
  memberId: string,
  partnerId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payout_account as own')
    .innerJoin('payout_account as other', 'other.identity_key', 'own.identity_key')
    .select('own.member_id')
    .where('own.member_id', '=', memberId)
    .where('other.member_id', '=', partnerId)
    .executeTakeFirst()
  return row !== undefined
}
