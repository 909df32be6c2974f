import { randomUUID } from 'node:crypto'
import { isRefusal } from '#contract/core/refusal.ts'
import type { SeedLivePlace, SeedLiveRoom } from '#seed/live-rooms.ts'
import type { Context } from '#server/context.ts'
import { applyRoomEvent } from '#server/live/actions/apply-room-event.ts'
import { startLive } from '#server/live/actions/start-live.ts'
import { postFreeComment } from '#server/live/flow/actions/comment.ts'
import { crowdOf } from '#server/live/queries.ts'
import { lastRoomOf, type RoomRecord, runningRoomOf } from '#server/live/room-record.ts'
import { replaceStreamKey } from '#server/live/stream-keys.ts'
import type { DemoLiveWatchers } from './demo-live-watchers.ts'
import { seedId } from './seed/seed-id.ts'

/** Who publishes clips into the rooms. */
export interface DemoPublisher {
  goLive(live: { roomId: string; memberId: string; streamKey: string }): Promise<void>
  leave(roomId: string): void
}

/** Media that is gone for this long doesn't come back by itself; its room ends 20 s after the loss. */
const rejoinAfterMs = 5_000
/** A first clip is drawn before it joins, which takes seconds; a join that takes longer is given up. */
const joinTimeoutMs = 30_000
/** Whom an operator has stopped isn't live again for this long. */
const stoppedForMs = 3_600_000
/** Between two lines that a broadcaster writes while somebody watches. */
const lineEveryMs = 120_000
const rates = { watch: 100, call: 200 }

/** Whether the place is live at this instant. */
const isPlaceOn = ({ rhythm }: SeedLivePlace, now: number): boolean =>
  rhythm === null || now % (rhythm.onMs + rhythm.offMs) < rhythm.onMs

interface Running {
  script: SeedLiveRoom
  /** When the clip was last put into the room. */
  joinedAt: number
  /** The join that is still on its way; null: none is. */
  joining: Promise<void> | null
  lines: number
  linedAt: number
}

/** The demo's live rooms of this process. */
export interface DemoLiveRooms {
  /** Brings every place to what it should be at `now`: starts, publishes again, writes a line, ends. */
  tend(now: number): Promise<void>
  /** Ends the rooms of this process. */
  stop(): Promise<void>
}

/**
 * Keeps live rooms on in the demo: broadcasters to whom nobody is signed in, who publish as encoders do. A room that
 * somebody opened by hand, and one that another process has, are left alone.
 */
export const createDemoLiveRooms = (
  context: Context,
  studio: DemoPublisher,
  places: readonly SeedLivePlace[],
  watchers: DemoLiveWatchers | null = null,
): DemoLiveRooms => {
  const running = new Map<string, Running>()

  const join = async (script: SeedLiveRoom, roomId: string, now: number) => {
    const memberId = script.broadcasterId
    const streamKey = await replaceStreamKey(context, memberId)
    // Nobody waits for the clip: a place whose media doesn't come is seen in a later round.
    const joining = studio
      .goLive({ roomId, memberId, streamKey })
      .catch((error: unknown) => context.log.info('demo-live-not-joined', { roomId, error }))
      .then(() => {
        const known = running.get(roomId)
        if (known?.joining === joining) running.set(roomId, { ...known, joining: null })
      })
    const known = running.get(roomId) ?? { script, lines: 0, linedAt: 0 }
    running.set(roomId, { ...known, joinedAt: now, joining })
  }
  const end = async (roomId: string) => {
    running.delete(roomId)
    studio.leave(roomId)
    await applyRoomEvent(context, roomId, { type: 'endedByBroadcaster' })
  }
  const isStopped = async (memberId: string): Promise<boolean> => {
    const last = await lastRoomOf(context.db, memberId)
    return last?.state.endReason === 'byOperator' && last.now - (last.endedAt ?? 0) < stoppedForMs
  }
  /** The first of the place who may: the others are stopped, signed in, in a call, or have used up the day's limit. */
  const begin = async ({ rooms }: SeedLivePlace, now: number) => {
    for (const script of rooms) {
      const { broadcasterId: memberId, title, tags } = script
      if (context.presence.isHere(memberId) || (await isStopped(memberId))) continue
      const roomId = randomUUID()
      const live = { roomId, title, tags: [...tags], rates, source: 'encoder' as const }
      const started = await startLive(context, { memberId, role: 'broadcaster' }, live)
      if (!isRefusal(started)) return join(script, roomId, now)
    }
  }
  const writeLine = async (room: RoomRecord, known: Running, now: number) => {
    if (room.state.beganAt === null || now - known.linedAt < lineEveryMs) return
    const isGreeting = known.lines === 0
    if (!isGreeting && (await crowdOf(context.db, room.id)).watchers === 0) return
    const { lines, broadcasterId: memberId } = known.script
    const text = lines[known.lines % lines.length] ?? lines[0]
    const commentId = seedId(`live-line:${room.id}:${known.lines}`)
    running.set(room.id, { ...known, lines: known.lines + 1, linedAt: now })
    const posted = await postFreeComment(context, { memberId }, { roomId: room.id, commentId, text })
    if (isRefusal(posted)) context.log.info('demo-live-line-refused', { refused: posted.refused })
  }
  const keep = async (script: SeedLiveRoom, room: RoomRecord, now: number) => {
    const known = running.get(room.id)
    const goneSince = room.state.mediaGoneSince
    const isGone = goneSince !== null && room.now - goneSince >= rejoinAfterMs
    const waitMs = known?.joining ? joinTimeoutMs : rejoinAfterMs
    if (!known || (isGone && now - known.joinedAt >= waitMs)) return join(script, room.id, now)
    await writeLine(room, known, now)
    await watchers?.tend(room, now)
  }
  const tendPlace = async (place: SeedLivePlace, now: number) => {
    const isOn = isPlaceOn(place, now)
    let isTaken = false
    for (const script of place.rooms) {
      const room = await runningRoomOf(context.db, script.broadcasterId)
      if (!room) continue
      isTaken = true
      const isOurs =
        room.nodeId === context.nodes.id && room.source === 'encoder' && room.title === script.title
      if (!isOurs) continue
      await (isOn ? keep(script, room, now) : end(room.id))
    }
    if (isOn && !isTaken) await begin(place, now)
  }
  /** Rooms that ended by the day's limit or by an operator need no clip any more. */
  const dropEnded = async () => {
    for (const [roomId, { script }] of running) {
      if ((await runningRoomOf(context.db, script.broadcasterId))?.id === roomId) continue
      running.delete(roomId)
      studio.leave(roomId)
    }
  }
  return {
    tend: async (now) => {
      await dropEnded()
      for (const place of places)
        await tendPlace(place, now).catch((error: unknown) =>
          context.log.error('demo-live-failed', { error }),
        )
    },
    stop: async () => {
      await Promise.all([...running.keys()].map(end))
    },
  }
}
