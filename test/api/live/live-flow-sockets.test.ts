import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FlowEntry } from '#contract/live/flow.ts'
import { signToken } from '#server/calls/media/tokens.ts'
import { flowBatchMs } from '#server/sockets/room-flow.ts'
import { newCallId, type Person } from '#test/helpers/test-world.ts'
import { type Client, openSocketsWorld, roundTrip, type SocketsWorld } from '../sockets/sockets-world.ts'
import { flowSteps } from './flow-world.ts'
import { liveSteps } from './live-steps.ts'

let sockets: SocketsWorld
const { start } = liveSteps(() => sockets.world)
const { aliasOf, ringLive, room, watch, comment, give } = flowSteps(() => sockets.world)
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(() => sockets.closePages())
afterAll(() => sockets.close())

/** A page that watches by this visit. @returns whether it was let in */
const enter = async (page: Client, person: Person, callId: string): Promise<boolean> => {
  const claims = { purpose: 'room', callId, memberId: person.id, role: 'caller', sessionId: null } as const
  const token = signToken(sockets.world.context.secret, claims, Date.now())
  return page.emitWithAck('call:join', { callId, token })
}

it('a busy room comes in few messages, each entry once and in order, to who watches alone', async () => {
  const broadcaster = await sockets.world.broadcaster()
  const [writer, watcher, stranger] = [
    await sockets.world.caller(5_000),
    await sockets.world.caller(),
    await sockets.world.caller(),
  ]
  const roomId = await room(broadcaster)
  await watch(roomId, writer)
  const visit = await watch(roomId, watcher)
  const [page, outside] = [await sockets.page(watcher), await sockets.page(stranger)]
  const batches: FlowEntry[][] = []
  const states: unknown[] = []
  let strangersEvents = 0
  page.on('live:entries', ({ entries }) => batches.push(entries))
  page.on('live:flow-state', (state) => states.push(state))
  outside.on('live:entries', () => {
    strangersEvents += 1
  })
  expect(await enter(outside, stranger, visit)).toBe(false)
  expect(await enter(page, watcher, visit)).toBe(true)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 30 }, () => comment(writer, roomId)))
  await broadcaster.request('moderateLive', { roomId, action: { type: 'pin', seq: 3 } })
  await give(writer, roomId)
  await expect.poll(() => batches.flat().length, { timeout: 10_000 }).toBe(31)
  const elapsedMs = performance.now() - startedAt
  await expect
    .poll(() => states, { timeout: 10_000 })
    .toContainEqual(
      expect.objectContaining({
        state: expect.objectContaining({ pinned: expect.objectContaining({ seq: 3 }) }),
      }),
    )
  expect(batches.flat().map(({ seq }) => seq)).toEqual([...Array(31)].map((_, n) => n + 1))
  expect(batches.length).toBeLessThanOrEqual(elapsedMs / flowBatchMs + 2)
  await roundTrip(outside)
  expect(strangersEvents).toBe(0)
})

it('a page that comes while entries keep coming misses none from then on', async () => {
  const broadcaster = await sockets.world.broadcaster()
  const [writer, first, second] = [
    await sockets.world.caller(50_000),
    await sockets.world.caller(),
    await sockets.world.caller(),
  ]
  const roomId = await room(broadcaster)
  await watch(roomId, writer)
  const [page, late] = [await sockets.page(first), await sockets.page(second)]
  const received: Record<'page' | 'late', number[]> = { page: [], late: [] }
  page.on('live:entries', ({ entries }) => received.page.push(...entries.map(({ seq }) => seq)))
  late.on('live:entries', ({ entries }) => received.late.push(...entries.map(({ seq }) => seq)))
  expect(await enter(page, first, await watch(roomId, first))).toBe(true)
  const visit = await watch(roomId, second)
  let isOver = false
  const writing = (async () => {
    while (!isOver) await comment(writer, roomId)
  })()
  await expect.poll(() => received.page.length).toBeGreaterThan(0)
  expect(await enter(late, second, visit)).toBe(true)
  const from = received.page.length
  await expect.poll(() => received.page.length).toBeGreaterThan(from + 10)
  isOver = true
  await writing
  const answer = await comment(writer, roomId)
  const last = answer.type === 'success' ? answer.entry.seq : 0
  await expect.poll(() => [received.page.at(-1), received.late.at(-1)]).toEqual([last, last])
  expect(received.page).toEqual([...Array(last)].map((_, n) => n + 1))
  expect(received.late).toEqual(received.page.slice(-received.late.length))
  expect(received.late.length).toBeGreaterThan(10)
})

it('a live call that rings hears nothing of the room; it does from the accept on, and the visit’s end takes nothing from it', async () => {
  const broadcaster = await sockets.world.broadcaster()
  const [writer, watcher] = [await sockets.world.caller(5_000), await sockets.world.caller(5_000)]
  const roomId = await room(broadcaster)
  await watch(roomId, writer)
  const visit = await watch(roomId, watcher)
  const ring = await ringLive(roomId, watcher)
  const page = await sockets.page(watcher)
  const heard: number[] = []
  page.on('live:entries', ({ entries }) => heard.push(...entries.map(({ seq }) => seq)))
  const isIn = () => sockets.io.sockets.adapter.rooms.has(`live:${roomId}`)
  const { database, context } = sockets.world
  const change = async (callId: string, phase: string) => {
    await database.sql`update call set phase = ${phase}, ended_at = case when ${phase} = 'ended' then now() end,
      end_reason = case when ${phase} = 'ended' then 'byCaller' end, deadline_at = null where id = ${callId}`
    await context.events.publish(context.db, {
      type: 'call:changed',
      callId,
      memberIds: [watcher.id, broadcaster.id],
    })
  }

  expect(await enter(page, watcher, visit)).toBe(true)
  expect(await enter(page, watcher, ring)).toBe(true)
  await comment(writer, roomId)
  await expect.poll(() => heard).toEqual([1])
  // The visit's look or points are over; the ring goes on.
  await change(visit, 'ended')
  await expect.poll(isIn).toBe(false)
  expect(await enter(page, watcher, ring)).toBe(true)
  expect(isIn()).toBe(false)

  await change(ring, 'inCall')
  await expect.poll(isIn).toBe(true)
  // The event of the visit's end may come late.
  await change(visit, 'ended')
  await roundTrip(page)
  await comment(writer, roomId)
  await expect.poll(() => heard).toEqual([1, 2])
  await change(ring, 'ended')
  await expect.poll(isIn).toBe(false)
})

it('a removed comment comes again without its text, and a kicked page hears nothing more', async () => {
  const broadcaster = await sockets.world.broadcaster()
  const [writer, watcher] = [await sockets.world.caller(5_000), await sockets.world.caller()]
  const roomId = await room(broadcaster)
  await watch(roomId, writer)
  const visit = await watch(roomId, watcher)
  const page = await sockets.page(watcher)
  const heard: [number, string][] = []
  page.on('live:entries', ({ entries }) => {
    for (const { seq, text } of entries) heard.push([seq, text])
  })
  await enter(page, watcher, visit)
  await comment(writer, roomId)
  await expect.poll(() => heard).toEqual([[1, 'こんばんは']])
  await broadcaster.request('moderateLive', { roomId, action: { type: 'remove', seq: 1 } })
  await expect.poll(() => heard.at(-1)).toEqual([1, ''])
  await broadcaster.request('moderateLive', {
    roomId,
    action: { type: 'kick', alias: aliasOf(roomId, watcher) },
  })
  await expect.poll(() => sockets.io.sockets.adapter.rooms.has(`live:${roomId}`)).toBe(false)
  await writer.request('paySecondSideWatchChatPoint', {
    ...{ roomId, commentId: randomUUID(), text: 'あとで', expectedPoints: 20 },
  })
  await roundTrip(page)
  expect(heard.at(-1)).toEqual([1, ''])
})

it('the beginning and the end of a room reach a page that shows the broadcaster within a second', async () => {
  const { world } = sockets
  const broadcaster = await world.broadcaster()
  const page = await sockets.page(await world.caller())
  await page.emitWithAck('presence:watch', [broadcaster.id])
  const states: { state: string; at: number }[] = []
  page.on('presence:changed', ({ state }) => states.push({ state, at: performance.now() }))
  const roomId = newCallId()
  const askedAt = performance.now()
  expect(await start(broadcaster, roomId)).toMatchObject({ type: 'success' })
  const isLiveAt = performance.now()
  // On a busy machine an event takes longer, and so does an answer.
  const soonMs = 1_000 + 10 * (isLiveAt - askedAt)
  world.media.publishes(roomId, true)
  await expect.poll(() => states.at(-1)?.state, { timeout: 10_000 }).toBe('live')
  expect((states.at(-1)?.at ?? Number.NaN) - isLiveAt).toBeLessThan(soonMs)
  const isOverAt = performance.now()
  await broadcaster.request('endLive', { roomId })
  await expect.poll(() => states.at(-1)?.state, { timeout: 10_000 }).not.toBe('live')
  expect((states.at(-1)?.at ?? Number.NaN) - isOverAt).toBeLessThan(soonMs)
})
