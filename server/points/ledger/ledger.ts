/**
 * The ledger's commands. Each carries a key: the same key with the same parameters answers the first result
 * again; with other parameters it is refused as idempotencyMismatch. Keys are bound to the account that they
 * act for, so that two members' keys can't collide.
 *
 * Any of them may run inside an action's transaction. Lock order: meters (metering.ts) first, then these.
 *
 * `placeHold`, `captureHold`, `releaseHold` and `refundTransfer` are for the areas that set points aside for
 * an offer: the live menu, gallery requests and the market's escrow. Meters and payouts place their holds in
 * SQL.
 */
import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { LotKind } from '#contract/core/shared.ts'
import { pointsValidDays } from '#contract/points/points.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import type { Db, Sql, Tx } from '#server/db/database.ts'
import { oneRow } from './row.ts'

/** Why points moved, as a statement shows it. */
export type Purpose = 'registration' | 'demo' | 'call' | 'pointBack' | (string & {})

export interface Posted {
  transferId: number
  /** What the wallet may spend now: its balance less what is held. */
  available: number
  /** The key was used before, for the same command. */
  isRepeat: boolean
}

export interface Grant {
  key: string
  memberId: string
  points: number
  kind: LotKind
  purpose: Purpose
  /** What it is for: the id of an order, a campaign … */
  reference?: string
  validDays?: number
}

/** Issues a lot of points to a member's wallet. Refuses: idempotencyMismatch. */
export async function grantPoints(
  db: Db | Tx,
  grant: Grant,
): Promise<Posted | Refusal<'idempotencyMismatch'>> {
  const row = await oneRow(
    db,
    sql<PostedRow<'done' | 'duplicate' | 'mismatch'>>`
      select * from grant_points(${`grant:${grant.memberId}:${grant.key}`}, ${grant.memberId}, ${grant.points},
        ${grant.kind}, make_interval(days => ${grant.validDays ?? pointsValidDays}), ${grant.purpose},
        ${grant.reference ?? null})`,
  )
  return row.status === 'mismatch' ? refuse('idempotencyMismatch') : posted(row)
}

export interface Spend {
  /** Made by the client. */
  key: string
  payerId: string
  /** Null: the platform sells it. */
  payeeId: string | null
  points: number
  /** The payee's share; 40 unless given (product.md 6.9). */
  sharePercent?: number
  purpose: Purpose
  reference?: string
}

export type SpendAnswer = Posted | Refusal<'insufficientPoints' | 'idempotencyMismatch'>

/** One payment inside an action. Refuses: insufficientPoints, idempotencyMismatch. */
export async function spendPoints(tx: Db | Tx, spend: Spend): Promise<SpendAnswer> {
  const columns = spendColumns([spend])
  const row = await oneRow(
    tx,
    sql<SpendRow>`
      select * from spend_many(${columns.keys}, ${columns.payers}, ${columns.payees}, ${columns.amounts},
        ${columns.platformParts}, ${columns.purposes}, ${columns.references})`,
  )
  return spendAnswer(row)
}

/** Posts a batch in one statement and transaction; answers in its order. */
export async function spendMany(sql: Sql, spends: readonly Spend[]): Promise<SpendAnswer[]> {
  const columns = spendColumns(spends)
  const rows = await sql<SpendRow[]>`
    select * from spend_many(${columns.keys}, ${columns.payers}, ${columns.payees}, ${columns.amounts},
      ${columns.platformParts}, ${columns.purposes}, ${columns.references})`
  return rows.map(spendAnswer)
}

export interface Hold {
  key: string
  memberId: string
  points: number
  /** After this a job releases what wasn't captured. */
  validSeconds: number
  /** What it is for: the id of a menu item, an offer … */
  reference?: string
}

export interface Held {
  holdId: number
  available: number
  isRepeat: boolean
}

/** Sets points aside. Refuses: insufficientPoints, idempotencyMismatch. */
export async function placeHold(
  tx: Db | Tx,
  hold: Hold,
): Promise<Held | Refusal<'insufficientPoints' | 'idempotencyMismatch'>> {
  const row = await oneRow(
    tx,
    sql<{ status: SpendStatus; hold_id: number; available: number }>`
      select * from place_hold(${`hold:${hold.memberId}:${hold.key}`}, ${hold.memberId}, ${hold.points},
        make_interval(secs => ${hold.validSeconds}), ${hold.reference ?? null})`,
  )
  if (row.status === 'insufficient') return refuse('insufficientPoints')
  if (row.status === 'mismatch') return refuse('idempotencyMismatch')
  return { holdId: row.hold_id, available: row.available, isRepeat: row.status === 'duplicate' }
}

export interface Capture {
  key: string
  holdId: number
  /** Null: the platform sells it. */
  payeeId: string | null
  points: number
  sharePercent?: number
  purpose: Purpose
}

/** Pays from a hold, in whole or in part. Refuses: holdGone (less is left of it), idempotencyMismatch. */
export async function captureHold(
  tx: Db | Tx,
  capture: Capture,
): Promise<Posted | Refusal<'holdGone' | 'idempotencyMismatch'>> {
  const row = await oneRow(
    tx,
    sql<PostedRow<'done' | 'duplicate' | 'mismatch' | 'gone'>>`
      select * from capture_hold(${`capture:${capture.holdId}:${capture.key}`}, ${capture.holdId}, ${capture.payeeId},
        ${capture.points}, ${platformPart(capture)}, ${capture.purpose})`,
  )
  if (row.status === 'gone') return refuse('holdGone')
  return row.status === 'mismatch' ? refuse('idempotencyMismatch') : posted(row)
}

/**
 * Releases what is left of a hold; points below it that are past their expiry expire now. Returns the points
 * released.
 */
export async function releaseHold(tx: Db | Tx, holdId: number): Promise<number> {
  const row = await oneRow(tx, sql<{ released: number }>`select release_hold(${holdId}) as released`)
  return row.released
}

/** Locks the wallets of these holds at once, in the ledger's order: for a transaction that releases several of them. */
export async function lockAccountsOfHolds(tx: Tx, holdIds: readonly number[]): Promise<void> {
  await sql`
    select lock_accounts(array(select h.account_id from hold h where h.id = any (${holdIds}::bigint[])))`.execute(
    tx,
  )
}

export interface Refund {
  key: string
  /** A spend or a capture. */
  transferId: number
  points: number | 'all'
  /** True: the platform pays and the payee keeps the share. */
  paidByPlatform: boolean
  purpose: Purpose
  reference?: string
}

export interface Refunded {
  transferId: number
  points: number
  /** What the payee returned; the part beyond the earnings is in the debt account. */
  takenBackPoints: number
  isRepeat: boolean
}

/**
 * Reverses a payment, in whole or in part, into the lots it came from: newest use first, each with its own
 * expiry. Where a lost dispute has moved the payee's share to the platform, the platform returns it, so that
 * it is paid once.
 * Refuses: refundExceeds (more than is left of it), notFound (no such payment), idempotencyMismatch.
 */
export async function refundTransfer(
  tx: Db | Tx,
  refund: Refund,
): Promise<Refunded | Refusal<'refundExceeds' | 'notFound' | 'idempotencyMismatch'>> {
  const row = await oneRow(
    tx,
    sql<{
      status: 'done' | 'duplicate' | keyof typeof refundRefusals
      transfer_id: number
      refunded: number
      taken_back: number
    }>`select * from refund_transfer(${`refund:${refund.transferId}:${refund.key}`}, ${refund.transferId},
        ${refund.points === 'all' ? null : refund.points},
        ${refund.paidByPlatform}, ${refund.purpose}, ${refund.reference ?? null})`,
  )
  if (row.status !== 'done' && row.status !== 'duplicate') return refuse(refundRefusals[row.status])
  return {
    transferId: row.transfer_id,
    points: row.refunded,
    takenBackPoints: row.taken_back,
    isRepeat: row.status === 'duplicate',
  }
}

const refundRefusals = {
  exceeds: 'refundExceeds',
  unknown: 'notFound',
  mismatch: 'idempotencyMismatch',
} as const

type SpendStatus = 'done' | 'duplicate' | 'mismatch' | 'insufficient'
type SpendRow = PostedRow<SpendStatus>

interface PostedRow<Status> {
  status: Status
  transfer_id: number
  available: number
}

function posted(row: PostedRow<string>): Posted {
  return { transferId: row.transfer_id, available: row.available, isRepeat: row.status === 'duplicate' }
}

function spendAnswer(row: SpendRow): SpendAnswer {
  if (row.status === 'insufficient') return refuse('insufficientPoints')
  if (row.status === 'mismatch') return refuse('idempotencyMismatch')
  return posted(row)
}

/** Payments as the SQL functions of the ledger take them: one array per column, the fastest way to pass many rows. */
export function spendColumns(spends: readonly Spend[]) {
  return {
    keys: spends.map((spend) => `spend:${spend.payerId}:${spend.key}`),
    payers: spends.map((spend) => spend.payerId),
    payees: spends.map((spend) => spend.payeeId),
    amounts: spends.map((spend) => spend.points),
    platformParts: spends.map(platformPart),
    purposes: spends.map((spend) => spend.purpose),
    references: spends.map((spend) => spend.reference ?? null),
  }
}

function platformPart(payment: { points: number; sharePercent?: number }): number {
  return payment.points - earnedShare(payment.points, payment.sharePercent ?? broadcasterSharePercent)
}
