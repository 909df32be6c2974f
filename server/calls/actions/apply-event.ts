import type { MediaReading } from '#adapters/media/port.ts'
import { type CallRole, callRoles } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import {
  type CallEffect,
  type CallEnd,
  type CallEvent,
  type CallState,
  hasRoom,
  mayEndCall,
  noLines,
  type Transition,
  type TransitionRefusal,
  transition,
} from '#domain/calls/transition.ts'
import type { CallCard } from '#server/chat/actions/post-call-card.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type LiveMeter, openMeter, startMeter } from '#server/points/metering/metering.ts'
import {
  type Applied,
  type CallRecord,
  claimRoom,
  findCall,
  lockCall,
  memberOf,
  saveState,
  sidesOf,
} from '../call-record.ts'
import { closeCallMedia } from '../media/call-seat.ts'
import { pushAfter } from '../ringing/ring-push.ts'
import { fundKind, passOnKind } from './change-kind.ts'
import { settleCall, stopMediaClock } from './end-call.ts'
import { openCallRoom } from './open-call-room.ts'
import { postLateCard } from './post-call-card.ts'

type MeterRefusal = 'insufficientPoints' | 'callAlreadyInCall'
export type ApplyRefusal = TransitionRefusal | MeterRefusal | 'notFound' | 'mediaUnavailable'

/** Chooses the event by the locked row, in the event's transaction. */
export type ChooseEvent<Code extends RefusalCode> = (
  tx: Tx,
  call: CallRecord,
) => Promise<CallEvent | Refusal<Code>>

/**
 * Every event of a call goes through here, in one transaction: lock the row, decide once, carry out the
 * effects, save, publish. An end needs a look before that: the media clock stops before anything waits for
 * the row's lock, so that nobody pays for the waiting.
 *
 * @param call its id, or the row if it was read just now
 */
export const applyEvent = async <Code extends RefusalCode = never>(
  context: Context,
  call: string | CallRecord,
  event: CallEvent | ChooseEvent<Code>,
): Promise<Applied | Refusal<ApplyRefusal | Code>> => {
  const callId = typeof call === 'string' ? call : call.id
  if (typeof event !== 'function' && mayEndCall(event)) {
    const seen = typeof call === 'string' ? await findCall(context.db, callId) : call
    if (!seen) return refuse('notFound')
    const decided = transition(seen.state, event, seen.now)
    if ('state' in decided && decided.state.end && hasRoom(seen.state))
      return endCall(context, seen, event, decided.state.end)
  }
  const stepped = await stepCall(context, callId, event)
  if (!('refused' in stepped) && stepped.before.kindChanges !== stepped.after.kindChanges)
    await passOnKind(context, stepped.after)
  return 'refused' in stepped || !stepped.effects.includes('openRoom') ? stepped : openRoom(context, stepped)
}

/** One decided event of a locked call. */
interface Step {
  before: CallRecord
  event: CallEvent
  state: CallState
  effects: readonly CallEffect[]
  /** The last reading of the media clock, when the event ends a call that had a room. */
  reading: MediaReading | null
}

interface Stepped extends Applied {
  /** Missing when there was nothing to do. */
  event?: CallEvent
  effects: readonly CallEffect[]
  /** A card that the conversation could not receive in the transaction. */
  lateCard: CallCard | null
}

/**
 * The answer of a call of two stores its room as opened, with the places of both pages: it costs one transaction. The
 * room itself is opened after the commit, and `openRoom` stores what turns out otherwise.
 */
const withRoom = (call: CallRecord, event: CallEvent, decided: Transition): Transition => {
  if ('refused' in decided || event.type !== 'accept' || call.liveRoomId !== null) return decided
  const { lines } = decided.state
  const opened = transition(decided.state, { type: 'roomOpened', lines }, call.now)
  return 'refused' in opened ? opened : { ...opened, effects: [...decided.effects, ...opened.effects] }
}

const stepCall = async <Code extends RefusalCode = never>(
  context: Context,
  callId: string,
  event: CallEvent | ChooseEvent<Code>,
): Promise<Stepped | Refusal<ApplyRefusal | Code>> => {
  const stepped = await inTransaction(context.db, async (tx) => {
    const before = await lockCall(tx, callId)
    if (!before) return refuse('notFound')
    const chosen = typeof event === 'function' ? await event(tx, before) : event
    if ('refused' in chosen) return chosen
    const decided = withRoom(before, chosen, transition(before.state, chosen, before.now))
    if ('refused' in decided) return refuse(decided.refused)
    // The row has changed since the look, or nobody looked: the media clock stops first.
    if (decided.state.end && hasRoom(before.state)) return { before, event: chosen, end: decided.state.end }
    return saveStep(context, tx, { before, event: chosen, ...decided, reading: null })
  })
  if ('refused' in stepped) return stepped
  return 'end' in stepped
    ? endCall(context, stepped.before, stepped.event, stepped.end)
    : committed(context, stepped)
}

/** Ends a call that has a room. A call that has ended meanwhile keeps its own end. */
const endCall = async (
  context: Context,
  seen: CallRecord,
  event: CallEvent,
  end: CallEnd,
): Promise<Stepped | Refusal<ApplyRefusal>> => {
  const reading = await stopMediaClock(context, seen)
  const stepped = await inTransaction(context.db, async (tx) => {
    const before = await lockCall(tx, seen.id)
    if (!before) throw new Error(`call ${seen.id} vanished`)
    if (before.state.phase === 'ended') return { before, after: before, effects: [], lateCard: null }
    // The room is closed by now, so the end stands even when a side came back between the look and the lock.
    const state: CallState = { ...before.state, phase: 'ended', end }
    return saveStep(context, tx, { before, event, state, effects: ['settle'], reading })
  })
  // A first room may have been opened after its clock was stopped: by who read the call before it ended.
  if (seen.state.phase !== 'inCall') await closeCallMedia(context.media, seen).catch(() => undefined)
  return 'refused' in stepped ? stepped : committed(context, stepped)
}

const saveStep = async (context: Context, tx: Tx, step: Step): Promise<Stepped | Refusal<MeterRefusal>> => {
  const { before, event, state, effects } = step
  if (state === before.state && effects.length === 0)
    return { before, after: before, effects, lateCard: null }
  let lateCard: CallCard | null = null
  for (const effect of effects) {
    const outcome = await carryOut(context, tx, step, effect)
    if (outcome && 'refused' in outcome) return outcome
    lateCard = outcome?.lateCard ?? lateCard
  }
  const after = await saveState(tx, before, state)
  // Nobody needs to know that the dialler is still dialling.
  if (event.type !== 'diallerSeen') {
    await context.events.publish(tx, { type: 'call:changed', callId: before.id, memberIds: sidesOf(before) })
  }
  return { before, after, event, effects, lateCard }
}

/** What an effect does in the transaction, with the events about anything but the call itself. */
const carryOut = async (
  context: Context,
  tx: Tx,
  step: Step,
  effect: CallEffect,
): Promise<Refusal<MeterRefusal> | { lateCard: CallCard | null } | null> => {
  const { before } = step
  if (typeof effect === 'object') return fundKind(context, tx, before, effect)
  switch (effect) {
    case 'openMeter':
      return holdFirstMinute(context, tx, before)
    case 'startMeter':
      await startMeter(tx, before.id)
      return null
    // The room itself is opened after the commit.
    case 'openRoom':
      // A seat in a live room is on the node of that room.
      if (before.liveRoomId === null) await claimRoom(tx, before.id, context.nodes.id)
      return null
    case 'settle':
      return { lateCard: await settleCall(context, tx, step) }
    default: {
      const unknown: never = effect
      throw new Error(`effect ${unknown} of call ${before.id}`)
    }
  }
}

const holdFirstMinute = async (
  context: Context,
  tx: Tx,
  call: CallRecord,
): Promise<Refusal<MeterRefusal> | null> => {
  const meter = await openMeter(tx, {
    callId: call.id,
    payerId: call.callerId,
    broadcasterId: call.broadcasterId,
    ratePointsPerMin: call.ratePointsPerMin,
    voiceRatePointsPerMin: call.rates.voice,
    live: liveMeterOf(call),
  })
  if ('refused' in meter) {
    if (meter.refused === 'insufficientPoints' || meter.refused === 'callAlreadyInCall')
      return refuse(meter.refused)
    throw new Error(`meter of call ${call.id}: ${meter.refused}`)
  }
  await context.events.publish(tx, { type: 'point:changed', memberId: call.callerId })
  return null
}

const liveMeterOf = ({ liveRoomId, origin, spendCap }: CallRecord): LiveMeter | undefined =>
  liveRoomId === null
    ? undefined
    : {
        roomId: liveRoomId,
        purpose: origin === 'live' ? 'liveCall' : 'sideWatch',
        capPoints: spendCap,
      }

/** What waits for the commit and holds nothing up. */
const committed = (context: Context, stepped: Stepped): Stepped => {
  if (stepped.lateCard) postLateCard(context, stepped.lateCard)
  pushAfter(context, stepped)
  return stepped
}

/** The pages of a running call would notice the loss by silence alone. A broadcaster has no page for a single watcher. */
const announceReopening = async (
  context: Context,
  call: CallRecord,
  sides: readonly CallRole[] = call.origin === 'sideWatch' ? ['caller'] : callRoles,
): Promise<void> => {
  const memberIds = sides.map((role) => memberOf(call, role))
  if (memberIds.length > 0)
    await context.events.publish(context.db, { type: 'media:reopened', id: call.id, memberIds })
}

/** The room is stored as opened: a page whose line it didn't find loses the place, and is told. */
const correctLines = async (
  context: Context,
  call: CallRecord,
  lines: CallState['lines'],
): Promise<Applied | Refusal<ApplyRefusal>> => {
  const lost = callRoles.filter((role) => call.state.lines[role] !== lines[role])
  if (lost.length > 0) {
    const corrected = await stepCall(context, call.id, { type: 'roomOpened', lines })
    await announceReopening(context, call, lost)
    return corrected
  }
  const now = await findCall(context.db, call.id)
  if (!now) throw new Error(`call ${call.id} vanished`)
  return { before: call, after: now }
}

/**
 * A room that can't be opened ends a new call as failed; a running one waits out its grace for the next try.
 */
const openRoom = async (
  context: Context,
  { before, after, event }: Stepped,
): Promise<Applied | Refusal<ApplyRefusal>> => {
  // Opened again, the room has nobody's lines any more.
  const pages = event?.type === 'accept' ? after.state.lines : noLines
  // By the row before this node claimed the room: a first room has no reading to go on from.
  const lines = await openCallRoom(context, before, pages)
  if (lines) {
    if (hasRoom(before.state)) await announceReopening(context, after)
    const isStored = event?.type === 'accept' && after.state.phase === 'connecting'
    const opened = isStored
      ? await correctLines(context, after, lines)
      : await stepCall(context, after.id, { type: 'roomOpened', lines })
    // The call ended while the room was being opened.
    if (!('refused' in opened) && opened.after.state.end) await closeCallMedia(context.media, opened.after)
    return opened
  }
  if (after.state.phase !== 'inCall') await applyEvent(context, after, { type: 'failed' })
  return refuse('mediaUnavailable')
}
