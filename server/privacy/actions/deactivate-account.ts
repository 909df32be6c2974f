import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { leftMemberName, type QuitReason } from '#contract/privacy/deactivation.ts'
import {
  cancelUntilMs,
  type QuitRefusal,
  quitDecision,
  readQuitComment,
} from '#domain/privacy/deactivation.ts'
import { revokeAllSessionsInTx } from '#server/account/actions/revoke-session.ts'
import { hasRecoveryMethod } from '#server/account/recovery-methods.ts'
import { closeBookingsOf } from '#server/bookings/actions/close-bookings.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { closeRequestsOf } from '#server/gallery/requests/apply-request-event.ts'
import { cancelSales, withdrawSales } from '#server/market/leave-market.ts'
import { isSeated } from '#server/members/call-seat.ts'
import { addMail } from '#server/outbox/add-mail.ts'
import { dropPendingMail } from '#server/outbox/cancel-messages.ts'
import { accountClosedMail, japaneseDate } from '#server/outbox/mail-texts.ts'
import { leaveStandby } from '#server/people/actions/leave-standby.ts'
import { dropAvailabilityRequests } from '#server/people/availability-requests.ts'
import { hasOpenPayout } from '#server/points/earnings/payouts.ts'
import { closePurchases, countOpenOrders } from '#server/points/orders/open-orders.ts'
import { earningsLeftOf } from '../deactivation-terms.ts'

interface Leave {
  reason: QuitReason
  comment?: string | undefined
  leavesEarnings: boolean
}

/** The demo's members are shared by everybody. */
type DeactivationRefusal = QuitRefusal | 'demoAccountFixed'

interface Closed {
  cancelUntilMs: number
  /** The sessions that ended. */
  sessionKeys: string[]
}

/**
 * Deactivates an account at once, for everybody: its sessions and their push addresses end, name and portrait
 * become unreadable, and its role is one that nobody meets. Deactivating again returns the first time.
 *
 * The member's row is locked during the transaction: a ring, a sign-in or an order that refers to it either
 * comes before and is found here, or comes after and finds the account deactivated.
 */
export const deactivateAccount = async (
  context: Context,
  memberId: string,
  leave: Leave,
): Promise<{ cancelUntilMs: number } | Refusal<DeactivationRefusal | 'quitCommentTooLong' | 'badInput'>> => {
  const comment = readQuitComment(leave.comment)
  if (isRefusal(comment)) return comment
  const closed = await inTransaction<Closed | Refusal<DeactivationRefusal>>(context.db, async (tx) => {
    await closePurchases(context, tx, memberId)
    // Before the member's row: an event of a booking locks the booking first.
    await closeBookingsOf(tx, memberId)
    // Before any account, which requests lock as well.
    const sales = await withdrawSales(tx, memberId)
    await closeRequestsOf(context, tx, memberId)
    await cancelSales(context, tx, sales)
    return deactivateInTx(context, tx, memberId, { ...leave, comment })
  })
  if (isRefusal(closed)) return closed
  for (const sessionKey of closed.sessionKeys) context.sessions.evict(sessionKey)
  return { cancelUntilMs: closed.cancelUntilMs }
}

const deactivateInTx = async (
  context: Context,
  tx: Tx,
  memberId: string,
  { reason, comment, leavesEarnings }: Omit<Leave, 'comment'> & { comment: string | null },
): Promise<Closed | Refusal<DeactivationRefusal>> => {
  const member = await tx
    .selectFrom('member')
    .select(['role', 'name', 'avatar_id', 'email', 'quit_at', 'is_demo'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (member.quit_at) return { cancelUntilMs: cancelUntilMs(member.quit_at.getTime()), sessionKeys: [] }
  if (member.role !== 'caller' && member.role !== 'broadcaster')
    throw new Error(`member ${memberId} can't leave as ${member.role}`)
  if (member.is_demo) return refuse('demoAccountFixed')
  const refused = quitDecision({ ...(await factsInTx(tx, memberId)), leavesEarnings })
  if (refused) return refused

  const closedAt = new Date(context.now())
  const { role, name, avatar_id } = member
  await tx
    .insertInto('account_closure')
    .values({ member_id: memberId, reason, comment, role, name, avatar_id, closed_at: closedAt })
    .execute()
  const sessionKeys = await revokeAllSessionsInTx(context, tx, memberId)
  await leaveStandby(context, tx, memberId)
  await dropAvailabilityRequests(tx, memberId)
  await tx
    .updateTable('member')
    .set({ role: 'closed', quit_at: closedAt, name: leftMemberName, avatar_id: null })
    .where('id', '=', memberId)
    .execute()
  const until = cancelUntilMs(closedAt.getTime())
  await dropPendingMail(tx, memberId)
  if (member.email !== null) {
    const isReversible = await hasRecoveryMethod(tx, memberId)
    await addMail(context, tx, {
      memberId,
      to: member.email,
      ...accountClosedMail({ name, until: isReversible ? japaneseDate.format(until) : null }),
      expiresAt: new Date(until),
    })
  }
  return { cancelUntilMs: until, sessionKeys }
}

const factsInTx = async (tx: Tx, memberId: string) => ({
  isInCall: await isSeated(tx, memberId),
  isPaying: (await countOpenOrders(tx, memberId)).paying > 0,
  hasOpenPayout: await hasOpenPayout(tx, memberId),
  earningsLeft: await earningsLeftOf(tx, memberId),
})
