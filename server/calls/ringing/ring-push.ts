import { ringTimeoutMs } from '#domain/calls/timing.ts'
import { isRinging } from '#domain/calls/transition.ts'
import { wasMissed } from '#domain/chat/call-card.ts'
import { missedRetentionMs, triedMs } from '#domain/push/delivery.ts'
import type { Context } from '#server/context.ts'
import { hasOpenPage } from '#server/people/presence-rows.ts'
import { claimRungAddresses, ringAddressesOf, type StoredAddress } from '#server/push/addresses.ts'
import { mayPush } from '#server/push/may-push.ts'
import { partnerFor } from '#server/push/partner.ts'
import type { Delivery } from '#server/push/pushes.ts'
import { type Applied, type CallRecord, calleeOf, findCall, memberOf } from '../call-record.ts'

type Partner = NonNullable<Awaited<ReturnType<typeof partnerFor>>>

/**
 * The ring ladder's last step (product.md 3): rings a callee whose pages are all closed, and takes that back when the
 * ring is over. Beside everything else and after the call's transaction, in the process in which the call moved; a push
 * service has no say in how it goes on.
 */
export const pushAfter = (context: Context, { before, after }: Applied): void => {
  const isOver = isRinging(before.state) && !isRinging(after.state)
  const begins = before.state.phase === 'requested' && after.state.phase === 'ringing'
  if (begins) context.push.beside('ring', () => pushRing(context, after))
  if (isOver) context.push.beside('ringOver', () => pushRingOver(context, after.id))
}

const partnerOf = (context: Context, record: CallRecord): Promise<Partner | null> =>
  partnerFor(context, calleeOf(record), memberOf(record, record.state.dialler))

/**
 * What the callee wants to be told of a ring on closed pages. One that mayn't ring may still leave 不在着信: its addresses
 * are noted all the same.
 */
const wishesOf = async (
  context: Context,
  record: CallRecord,
): Promise<{ ring: boolean; missed: boolean }> => {
  const [ring, missed] = await Promise.all([
    mayPush(context, calleeOf(record), 'ring'),
    mayPush(context, calleeOf(record), 'missedCall'),
  ])
  return { ring, missed }
}

const pushRing = async (context: Context, begun: CallRecord): Promise<void> => {
  if (await hasOpenPage(context, calleeOf(begun))) return
  const wishes = await wishesOf(context, begun)
  if (!wishes.ring && !wishes.missed) return
  const addresses = await ringAddressesOf(context.db, calleeOf(begun), begun.id, context.push.service)
  if (addresses.length === 0) return
  // Noted first, looked at second: an end in between finds them, or is found here.
  const [record, partner] = await Promise.all([findCall(context.db, begun.id), partnerOf(context, begun)])
  if (!record || !isRinging(record.state) || !partner) {
    await claimRungAddresses(context.db, begun.id)
    return
  }
  if (wishes.ring) await Promise.all(addresses.map((to) => ringAt(context, to, record, partner)))
}

const ringAt = async (
  context: Context,
  to: StoredAddress,
  record: CallRecord,
  partner: Partner,
): Promise<void> => {
  const leftMs = record.state.requestedAt + ringTimeoutMs - record.now
  const current = () => findCall(context.db, record.id)
  const isDelivered = await context.push.deliver(to, {
    message: {
      kind: 'ring',
      callId: record.id,
      callType: record.origin === 'random' ? 'random' : record.kind,
      ...partner,
      rungAt: record.state.rungAt,
    },
    urgency: 'high',
    topic: topicOf(record),
    tryUntil: performance.now() + leftMs,
    keptMs: null,
    isWanted: async () => isRingingStill(await current()),
  })
  if (!isDelivered) return
  // A slow push service took it after the end had been told: what came last would go on ringing.
  const now = await current()
  if (!now || isRingingStill(now)) return
  const over = overOf(now, partner, await wishesOf(context, now))
  if (over) await context.push.deliver(to, over)
}

const isRingingStill = (record: CallRecord | null): boolean => record !== null && isRinging(record.state)

const pushRingOver = async (context: Context, callId: string): Promise<void> => {
  const addresses = await claimRungAddresses(context.db, callId)
  if (addresses.length === 0) return
  const record = await findCall(context.db, callId)
  if (!record) return
  const [partner, wishes] = await Promise.all([partnerOf(context, record), wishesOf(context, record)])
  const over = overOf(record, partner, wishes)
  if (over) await Promise.all(addresses.map((to) => context.push.deliver(to, over)))
}

/**
 * Takes a ring away, or leaves 不在着信 in its place. Where a block has come between the two it is only taken away: nothing
 * is told of who it was. Null: it never rang there, and nothing is to be left.
 */
const overOf = (
  record: CallRecord,
  partner: Partner | null,
  wishes: { ring: boolean; missed: boolean },
): Delivery | null => {
  const isMissed = partner !== null && wishes.missed && wasMissed(record.state)
  if (!isMissed && !wishes.ring) return null
  const told = partner ?? { partnerId: memberOf(record, record.state.dialler), partnerName: '' }
  return {
    message: { kind: 'ringOver', callId: record.id, isMissed, ...told },
    urgency: 'high',
    topic: topicOf(record),
    tryUntil: performance.now() + triedMs,
    keptMs: isMissed ? missedRetentionMs : null,
  }
}

/** One a call: its end takes the place of a ring that still waits at the push service. */
const topicOf = (record: CallRecord): string => record.id.replaceAll('-', '')
