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
import { callTypeOnWire } from './incoming.ts'

type Partner = NonNullable<Awaited<ReturnType<typeof partnerFor>>>

/**
 * The last way by which a ring arrives (product.md 3.10): a push to a callee whose pages are all closed,
 * which is withdrawn when the ring is over. It runs after the call's transaction and beside everything else,
 * in the process that handled the event; no push service can affect the call.
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
 * Which pushes the callee wants. A callee who doesn't want the ring may still want 不在着信, so the addresses are
 * recorded in either case.
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
  // The addresses are recorded before the call is read: an end in between finds them, or is found here.
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
      callType: callTypeOnWire(record),
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
  // A slow push service accepted the ring after the push of its end: the page would go on ringing.
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
 * Withdraws a ring, or puts 不在着信 in its place. If one of the two was blocked meanwhile, the ring is only
 * withdrawn, and no name is sent. Null: it never rang there, and there is nothing to show.
 */
const overOf = (
  record: CallRecord,
  partner: Partner | null,
  wishes: { ring: boolean; missed: boolean },
): Delivery | null => {
  const isMissed = partner !== null && wishes.missed && wasMissed(record.state)
  if (!isMissed && !wishes.ring) return null
  const shown = partner ?? { partnerId: memberOf(record, record.state.dialler), partnerName: '' }
  return {
    message: { kind: 'ringOver', callId: record.id, isMissed, ...shown },
    urgency: 'high',
    topic: topicOf(record),
    tryUntil: performance.now() + triedMs,
    keptMs: isMissed ? missedRetentionMs : null,
  }
}

/** One a call: the push of its end replaces a ring that still waits at the push service. */
const topicOf = (record: CallRecord): string => record.id.replaceAll('-', '')
