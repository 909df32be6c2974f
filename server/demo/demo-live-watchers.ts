import { randomUUID } from 'node:crypto'
import { isRefusal } from '#contract/core/refusal.ts'
import type { SeedLiveWatchers } from '#seed/live-watchers.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enterLive } from '#server/live/actions/enter-live.ts'
import { payComment } from '#server/live/flow/actions/comment.ts'
import { payPresent } from '#server/live/flow/actions/pay-present.ts'
import { flowSetting, presentsOnSale } from '#server/live/flow/queries.ts'
import { crowdOf } from '#server/live/queries.ts'
import type { RoomRecord } from '#server/live/room-record.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { myPoint } from '#server/points/my-point.ts'

/** From one visit of a room to the next: while somebody watches, and while nobody does. */
const visitEveryMs = { watched: 60_000, alone: 600_000 }
/** How long a watcher reads before writing, and stays afterwards. A visit without media ends by itself after 20 s. */
const writesAfterMs = 4_000
const leavesAfterMs = 9_000
/** One of so many visits brings a present. */
const presentEvery = 3
/** A watcher with less is given more. */
const pointsMin = 500
const pointsGiven = 2_000

interface Stay {
  callId: string
  memberId: string
  enteredAt: number
  hasWritten: boolean
  number: number
}

interface Visited {
  /** Visits so far. */
  count: number
  lastAt: number
  stay: Stay | null
}

/** The demo's watchers of live rooms. */
export interface DemoLiveWatchers {
  /** Brings the room's watcher to what should be at `now`: enters, writes, gives a present, leaves. */
  tend(room: RoomRecord, now: number): Promise<void>
}

/** Members to whom nobody is signed in come into the demo's rooms for a moment, and pay what everybody pays. */
export const createDemoLiveWatchers = (
  context: Context,
  { memberIds, lines }: SeedLiveWatchers,
): DemoLiveWatchers => {
  const { db } = context
  const rooms = new Map<string, Visited>()
  const nth = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

  const topUp = async (memberId: string) => {
    if ((await myPoint(context, memberId)) >= pointsMin) return
    const grant = { memberId, points: pointsGiven, kind: 'free', purpose: 'demo' } as const
    await inTransaction(db, async (tx) => {
      await grantPoints(tx, { ...grant, key: `demoLive:${randomUUID()}` })
      await context.events.publish(tx, { type: 'point:changed', memberId })
    })
  }
  const enter = async (room: RoomRecord, known: Visited, now: number) => {
    // Rooms take turns with the members, so that nobody is wanted in two of them at once.
    const number = known.count + [...rooms.keys()].indexOf(room.id) * 2
    const memberId = nth(memberIds, number)
    if (memberId === undefined) return
    rooms.set(room.id, { count: known.count + 1, lastAt: now, stay: null })
    await topUp(memberId)
    const callId = randomUUID()
    const visit = { callId, roomId: room.id, spendCap: null, isFreeLook: false }
    const viewer = { memberId, role: 'caller' } as const
    const entered = await enterLive(context, viewer, { ...visit, expectedRatePointsPerMin: room.rates.watch })
    if (isRefusal(entered)) return context.log.info('demo-watcher-refused', { refused: entered.refused })
    const stay = { callId, memberId, enteredAt: now, hasWritten: false, number }
    rooms.set(room.id, { count: known.count + 1, lastAt: now, stay })
  }
  const write = async (room: RoomRecord, { memberId, number }: Stay) => {
    const viewer = { memberId } as Viewer
    const { commentPoints } = await flowSetting(db)
    const comment = { roomId: room.id, commentId: randomUUID(), text: nth(lines, number) ?? '' }
    await payComment(context, viewer, { ...comment, expectedPoints: commentPoints })
    const present = nth(await presentsOnSale(db), number)
    if (number % presentEvery !== 0 || !present) return
    const gift = { roomId: room.id, giftId: randomUUID(), presentId: present.presentId, quantity: 1 }
    await payPresent(context, viewer, { ...gift, expectedPoints: present.points })
  }
  return {
    tend: async (room, now) => {
      if (room.state.beganAt === null) return
      const known = rooms.get(room.id) ?? { count: 0, lastAt: Number.NEGATIVE_INFINITY, stay: null }
      rooms.set(room.id, known)
      const { stay } = known
      if (stay === null) {
        const { watchers } = await crowdOf(db, room.id)
        const everyMs = watchers > 0 ? visitEveryMs.watched : visitEveryMs.alone
        if (now - known.lastAt >= everyMs) await enter(room, known, now)
      } else if (now - stay.enteredAt >= leavesAfterMs) {
        rooms.set(room.id, { ...known, stay: null })
        await applyEvent(context, stay.callId, { type: 'hangUp', by: 'caller' })
      } else if (!stay.hasWritten && now - stay.enteredAt >= writesAfterMs) {
        rooms.set(room.id, { ...known, stay: { ...stay, hasWritten: true } })
        await write(room, stay)
      }
    },
  }
}
