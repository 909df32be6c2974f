import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { billDueCalls } from '#server/calls/actions/bill-calls.ts'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { repeats } from '#test/helpers/test-length.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'
import { spentInVisit } from './spent-in-visit.ts'

let world: TestWorld
const { enter, kick, receiptOf, room } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  await world.database.sql`update live_flow_setting set has_devices = true`
})
afterAll(() => world.close())

/** What happens next, and to which of the room's two watchers. */
const step = fc.record({
  who: fc.nat({ max: 1 }),
  what: fc.constantFrom(
    ...([
      'enter',
      'flow',
      'flow',
      'flow',
      'send',
      'comment',
      'give',
      'order',
      'acknowledge',
      'skip',
    ] as const),
    ...(['pause', 'bill', 'cap', 'kick', 'loss', 'leave'] as const),
  ),
  ms: fc.integer({ min: 1, max: 90_000 }),
})
const history = fc.array(step, { minLength: 4, maxLength: 18 })

interface Watcher {
  person: Person
  callId: string
}

interface Room {
  roomId: string
  broadcaster: Person
  menuId: string
}

const play = async (
  { roomId, broadcaster, menuId }: Room,
  watcher: Watcher,
  { what, ms }: { what: string; ms: number },
) => {
  const { person, callId } = watcher
  const isSeated = world.media.seats.has(callId)
  switch (what) {
    case 'enter':
      watcher.callId = isSeated ? callId : newCallId()
      await enter(person, roomId, { callId: watcher.callId, spendCap: ms % 3 === 0 ? 300 : null })
      // Some pay before anything has arrived.
      if (world.media.seats.has(watcher.callId) && ms % 4 !== 0) world.media.connect(watcher.callId)
      break
    case 'flow':
      if (isSeated) world.media.flow(callId, ms)
      break
    case 'send':
      // Increments that begin without anything of them being confirmed.
      if (isSeated) world.media.sendPending(callId, ms % 20_000)
      await reportCalls(world.context)
      break
    case 'comment':
      await person.request('paySecondSideWatchChatPoint', {
        ...{ roomId, commentId: newCallId(), text: 'こんばんは', expectedPoints: 20 },
      })
      break
    case 'order':
      await person.request('payLovenseMenuPoint', {
        ...{ roomId, orderId: newCallId(), menuId, expectedPoints: 60, isAnonymous: ms % 2 === 0 },
      })
      break
    case 'acknowledge':
    case 'skip':
      for (const { id: orderId } of await world.database.sql<{ id: string }[]>`
        select id from live_menu_order where room_id = ${roomId} and state = 'waiting' order by at limit 1`)
        await broadcaster.request('handleLiveMenu', { roomId, action: { type: what, orderId } })
      break
    case 'pause':
      await broadcaster.request('handleLiveMenu', {
        roomId,
        action: { type: 'pause', isPaused: ms % 3 === 0 },
      })
      break
    case 'give':
      await person.request('payPresentMenuPoint', {
        ...{ roomId, giftId: newCallId(), presentId: 'flower', quantity: 1, expectedPoints: 50 },
      })
      break
    case 'bill':
      await billDueCalls(world.context)
      break
    case 'cap':
      // A limit below what the visit has cost ends it, and says nothing of what it may cost.
      await reportCalls(world.context)
      await person.request('setSpendCap', {
        callId,
        spendCap: (await spentInVisit(world.context.db, callId)) + 20 + (ms % 400),
      })
      break
    case 'kick':
      await broadcaster.request('moderateLive', { roomId, action: kick(roomId, person) })
      break
    case 'loss':
      if (isSeated) await applyEvent(world.context, callId, { type: 'roomVanished' })
      break
    case 'leave':
      await person.request('endCall', { callId })
      break
  }
  await world.settled()
}

/** What a watcher's receipts come to, less what was returned. */
const shownOnReceipts = async (person: Person): Promise<number> => {
  const answer = await person.request('getReceipts', { limit: 50 })
  if (answer.type === 'error') throw new Error(answer.code)
  const returned = await Promise.all(
    answer.receipts.map(async ({ callId }) => (await receiptOf(person, callId)).pointBack ?? 0),
  )
  return [...answer.receipts.map(({ points }) => points ?? 0), ...returned.map((each) => -each)].reduce(
    (sum, each) => sum + each,
    0,
  )
}

it('keeps every point and every limit in any history of a room', { timeout: 3_600_000 }, async () => {
  const { sql } = world.database
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const { broadcaster, roomId } = await room()
      const menuId = newCallId()
      await broadcaster.request('saveMyLiveMenu', {
        items: [{ menuId, name: 'ゆらゆら', points: 60, seconds: 10 }],
      })
      const watchers = await Promise.all(
        [700, 2_000].map(async (points) => ({ person: await world.caller(points), callId: newCallId() })),
      )
      for (const next of steps) {
        const watcher = watchers[next.who]
        if (watcher) await play({ roomId, broadcaster, menuId }, watcher, next)
      }
      const ended = await broadcaster.request('endLive', { roomId })
      if (ended.type === 'error') throw new Error(ended.code)

      const spent = await sql<{ spent: number; earned: number }[]>`
        select (select 2700 - sum(balance)::int from account where kind = 'wallet'
            and owner_id = any(${watchers.map(({ person }) => person.id)})) as spent,
          coalesce((select balance::int from account where kind = 'earnings' and owner_id = ${broadcaster.id}), 0) as earned`
      const { watch, comments, presents, menus } = ended.summary.earned
      expect(watch + comments + presents + menus).toBe(spent[0]?.earned)
      const shown = await Promise.all(watchers.map(({ person }) => shownOnReceipts(person)))
      expect(shown.reduce((sum, each) => sum + each, 0)).toBe(spent[0]?.spent)
      expect(await sql`select * from live_flow_check`).toEqual([])
      const over = await sql`
        select m.call_id from meter m join call c on c.id::text = m.call_id
        where c.live_room_id = ${roomId} and m.captured_points + live_visit_spent(c.id) > m.cap_points`
      expect(over).toEqual([])
      const open = await sql`
        select 1 from account where kind = 'wallet' and held <> 0
          and owner_id = any(${watchers.map(({ person }) => person.id)})`
      expect(open).toEqual([])
      expect(world.media.seats.size).toBe(0)
    }),
    { numRuns: repeats({ usual: 25, long: 10_000 }) },
  )
  expect(await world.ledgerDefects()).toEqual([])
})
