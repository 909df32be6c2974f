import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type RemovalReason, removalTextMax } from '#contract/gallery/removal.ts'
import { galleryAccess } from '#domain/gallery/access.ts'
import { evidenceDays } from '#domain/gallery/item-state.ts'
import { isLongerThan, publicText } from '#domain/text/written.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { accessFactsOf } from '../item-rows.ts'

/** Requests of one member or network in 24 hours. */
const claimsPerDayMax = 20

interface Claim {
  reportId: string
  itemId: string
  reason: RemovalReason
  text: string
}

/** A member, or somebody without an account who says how to be reached. */
type Claimant = { memberId: string } | { name: string; mail: string; network: string }

type ClaimRefusal = 'notFound' | 'reportTextTooLong' | 'reportTooOften'

/**
 * Stores a request to take an item down, and alerts the operators; the same id again is the same request. A member needs to
 * see the item, a block between the two aside; a form may name any item, so that it reveals none.
 */
export const addClaim = async (
  { db }: Pick<Context, 'db'>,
  claimant: Claimant,
  claim: Claim,
): Promise<null | Refusal<ClaimRefusal>> => {
  const text = publicText(claim.text)
  if (isLongerThan(text, removalTextMax)) return refuse('reportTextTooLong')
  return inTransaction(db, async (tx) => {
    await lockName(tx, 'memberId' in claimant ? `claim:${claimant.memberId}` : `claim:${claimant.network}`)
    if ('memberId' in claimant) {
      const facts = await accessFactsOf(tx, claim.itemId, claimant.memberId)
      if (!facts || galleryAccess({ ...facts, isHidden: false }) === null) return refuse('notFound')
    }
    const refused = await limit(tx, claimant)
    return refused ?? insert(tx, claimant, { ...claim, text })
  })
}

const limit = async (tx: Tx, claimant: Claimant): Promise<null | Refusal<'reportTooOften'>> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gallery_claim
    where created_at > now() - interval '1 day'
      and ${'memberId' in claimant ? sql`member_id = ${claimant.memberId}` : sql`network = ${claimant.network}`}`.execute(
    tx,
  )
  return (rows[0]?.count ?? 0) >= claimsPerDayMax ? refuse('reportTooOften') : null
}

const insert = async (
  tx: Tx,
  claimant: Claimant,
  { reportId, itemId, reason, text }: Claim,
): Promise<null> => {
  const from =
    'memberId' in claimant
      ? { ...claimant, name: null, mail: null, network: null }
      : { memberId: null, ...claimant }
  const { rows } = await sql`
    insert into gallery_claim (command_id, item_id, reason, text, member_id, name, mail, network)
    values (${reportId}, ${itemId}, ${reason}, ${text}, ${from.memberId}, ${from.name}, ${from.mail}, ${from.network})
    on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0)
    await raiseAlert(tx, {
      kind: 'galleryClaim',
      subject: `item:${itemId}`,
      text: 'ギャラリーの作品に、削除の申し出がありました。',
    })
  return null
}

/** Closes a request without taking anything down. Refuses: notFound, reportClosed. */
export const closeClaim = async (
  tx: Tx,
  { claimId, note }: { claimId: number; note: string },
  operatorId: number,
): Promise<{ itemId: string } | Refusal<'notFound' | 'reportClosed'>> => {
  const { rows } = await sql<{ itemId: string; isClosed: boolean }>`
    select item_id as "itemId", closed_at is not null as "isClosed" from gallery_claim where id = ${claimId}
    for update`.execute(tx)
  const [claim] = rows
  if (!claim) return refuse('notFound')
  if (claim.isClosed) return refuse('reportClosed')
  await sql`
    update gallery_claim set closed_at = now(), closed_by = ${operatorId}, note = ${note} where id = ${claimId}`.execute(
    tx,
  )
  return { itemId: claim.itemId }
}

/**
 * Every night: forgets who asked by the form, and in which words, when a request has been closed for so long. Members'
 * requests are erased with their accounts.
 */
export const eraseClaimants = async (db: Db): Promise<void> => {
  await sql`
    update gallery_claim set name = null, mail = null, network = null, text = ''
    where mail is not null and closed_at < now() - make_interval(days => ${evidenceDays}::int)`.execute(db)
}
