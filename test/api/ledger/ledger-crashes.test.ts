/**
 * Each action of a call, by a process that dies at its first statement, its second … its last, before the
 * statement was sent or after it was executed. The next process must bring it to the same end as without the
 * death.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroReading } from '#adapters/media/port.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { acceptCall } from '#server/calls/actions/accept-call.ts'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { billCall, billDueCalls } from '#server/calls/actions/bill-calls.ts'
import { sendCallRequest } from '#server/calls/actions/send-call-request.ts'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { recoverCalls } from '#server/calls/media/recover.ts'
import type { Context } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { earningsOf, walletOf } from '#server/points/queries.ts'
import { type Cut, crashingDb, endSession, ProcessDied } from '#test/helpers/crashing-db.ts'
import { laterWork } from '#test/helpers/open-node.ts'
import { repeats } from '#test/helpers/test-length.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { passDueTime } from './ledger-fixture.ts'

/** Every sixth statement, another sixth in each scene; in `npm run test:long` every one. */
const statementStep = repeats({ usual: 6, long: 1 })

interface Story {
  caller: Person
  broadcaster: Person
  callId: string
}

interface Scene {
  /** Brings two members and their call to just before the action. */
  before(): Promise<Story>
  action(context: Context, story: Story): Promise<unknown>
  /** What follows a crash besides the repetition of the action by a client, a loop or another process. */
  afterwards?(context: Context, story: Story): Promise<unknown>
  outcome: Record<string, unknown>
}

let world: TestWorld
const { connectedCall, ring } = callSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const people = async () => ({ caller: await world.caller(500), broadcaster: await world.broadcaster() })

/** A call whose media has flowed for this long; the measurements are in the database. */
const callOf = async (seconds: number): Promise<Story> => {
  const { caller, broadcaster } = await people()
  const callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, seconds * 1_000)
  await reportCalls(world.context)
  return { caller, broadcaster, callId }
}

const hasRung = async (dialler: 'caller' | 'broadcaster'): Promise<Story> => {
  const both = await people()
  const { callId, answer } =
    dialler === 'caller'
      ? await ring(both.caller, both.broadcaster)
      : await ring(both.broadcaster, both.caller)
  expect(answer).toMatchObject({ type: 'success' })
  return { ...both, callId }
}

/** The process's successor finds the calls that it left. */
const restart = (context: Context) => recoverCalls(context, Date.now(), laterWork())

const scenes: Record<string, Scene> = {
  'the caller dials: the first minute is held': {
    before: async () => ({ ...(await people()), callId: newCallId() }),
    action: (context, { caller, broadcaster, callId }) =>
      sendCallRequest(context, caller.viewer, {
        callId,
        partnerId: broadcaster.id,
        callType: 'video',
        origin: 'direct',
      }),
    outcome: { call: { phase: 'ringing', seats: 2 }, wallet: { point: 500, held: 200 } },
  },
  'the broadcaster accepts': {
    before: () => hasRung('caller'),
    action: (context, { broadcaster, callId }) => acceptCall(context, broadcaster.id, callId),
    afterwards: restart,
    outcome: { call: { phase: 'connecting' }, wallet: { point: 500, held: 200 } },
  },
  'the caller accepts: the first minute is held': {
    before: () => hasRung('broadcaster'),
    action: (context, { caller, callId }) => acceptCall(context, caller.id, callId),
    afterwards: restart,
    outcome: { call: { phase: 'connecting' }, wallet: { point: 500, held: 200 } },
  },
  'the broadcaster declines: the hold is released': {
    before: () => hasRung('caller'),
    action: (context, { callId }) => applyEvent(context, callId, { type: 'decline', by: 'broadcaster' }),
    outcome: { call: { end_reason: 'declined', seats: 0 }, wallet: { point: 500, held: 0 } },
  },
  'the first picture starts the meter': {
    before: async () => {
      const story = await hasRung('caller')
      expect(await story.broadcaster.request('acceptCall', { callId: story.callId })).toMatchObject({
        type: 'success',
      })
      return story
    },
    action: (context, { callId }) => applyEvent(context, callId, { type: 'mediaConnected' }),
    outcome: { call: { phase: 'inCall' }, meter: { is_started: true } },
  },
  'the media time is reported': {
    before: async () => {
      const story = await callOf(6)
      world.media.flow(story.callId, 6_001)
      return story
    },
    action: (context) => reportCalls(context),
    outcome: { call: { charged_ms: 12_001 }, meter: { charged_ms: 12_001 } },
  },
  'what is due is billed and the next minute held': {
    before: async () => {
      const story = await callOf(50)
      await passDueTime(world.context.db)
      return story
    },
    action: (context) => billDueCalls(context),
    outcome: { meter: { captured_increments: 9 }, wallet: { point: 320, held: 220 } },
  },
  'the paid time is used up before the bill': {
    before: () => callOf(50),
    action: (context, { callId }) => {
      const reading = { ...zeroReading, chargedMs: 60_000, connectedMs: 61_000 }
      return billCall(context, callId, reading)
    },
    outcome: { meter: { captured_increments: 10 }, wallet: { point: 300, held: 200 } },
  },
  'the points run out': {
    before: async () => {
      const story = await callOf(50)
      for (const chargedMs of [110_000, 150_000]) {
        await world.database.sql`update meter set charged_ms = ${chargedMs} where call_id = ${story.callId}`
        await passDueTime(world.context.db)
        if (chargedMs < 150_000) await billDueCalls(world.context)
      }
      return story
    },
    action: (context) => billDueCalls(context),
    // Checked again a second later.
    afterwards: async (context) => {
      await passDueTime(context.db)
      await billDueCalls(context)
    },
    outcome: { call: { end_reason: 'pointless', seats: 0 }, wallet: { point: 0 }, earnings: { point: 200 } },
  },
  'the caller hangs up: settled, the rest released': {
    before: () => callOf(44),
    action: (context, { callId }) => applyEvent(context, callId, { type: 'hangUp', by: 'caller' }),
    outcome: { meter: { state: 'settled' }, wallet: { point: 340, held: 0 }, earnings: { point: 64 } },
  },
  'the broadcaster’s connection is lost for good: settled and returned': {
    before: async () => {
      const story = await callOf(44)
      await world.database.sql`
        update call set broadcaster_away_since = now() - interval '20 seconds' where id = ${story.callId}`
      return story
    },
    action: (context, { callId }) => applyEvent(context, callId, { type: 'tick' }),
    outcome: { meter: { point_back_points: 160 }, wallet: { point: 500, held: 0 }, earnings: { point: 0 } },
  },
}

test.each(Object.entries(scenes).map(([title, scene], index) => [title, scene, index] as const))(
  '%s, at whichever statement the process dies',
  {
    timeout: 120_000,
  },
  async (_, scene, first) => {
    const { db } = world.context
    const whole = await scene.before()
    const statements = await statementsOf(whole, scene)
    const expected = await outcomeOf(whole)
    await leave(whole)
    expect(expected).toMatchObject(scene.outcome)

    for (let statement = first % statementStep; statement < statements.length; statement += statementStep) {
      for (const when of ['unsent', 'unanswered'] as const) {
        const story = await scene.before()
        const where = `${when} ${statement}: ${statements[statement]}`
        expect(await hasDied(story, scene, { statement, when }), where).toBe(true)
        await scene.action(world.context, story)
        await scene.afterwards?.(world.context, story)
        expect(await outcomeOf(story), where).toEqual(expected)
        expect(await world.ledgerDefects(), where).toEqual([])
        await leave(story)
      }
    }
    expect(await db.selectFrom('call_seat').selectAll().execute()).toEqual([])
  },
)

/**
 * Pushes are sent beside the action, in no order with its statements, and are simply lost with their process.
 */
const processOn = (db: Context['db']): Context => ({
  ...world.context,
  db,
  log: createLog('silent'),
  push: { ...world.context.push, beside: () => undefined },
})

/** Carries the action out without a crash, and answers its statements. */
async function statementsOf(story: Story, scene: Scene): Promise<readonly string[]> {
  const { db, statements } = crashingDb(world.database.sql)
  const answer = await scene.action(processOn(db), story)
  expect(isRefusal(answer)).toBe(false)
  return statements
}

/**
 * A process with its own connections. Its session ends by force, so that the server itself undoes what was
 * open.
 */
async function hasDied(story: Story, scene: Scene, cut: Cut): Promise<boolean> {
  const own = openDatabase(world.database.url, { maxConnections: 2, applicationName: 'dying' })
  const terminate = (pid: number) => endSession(world.database.sql, pid)
  const { db, isDead } = crashingDb(own.sql, { cut, terminate })
  await scene.action(processOn(db), story).catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error
  })
  // Its sockets close at once, whatever was in progress.
  await own.sql.end({ timeout: 0 })
  return isDead()
}

/** Everything that members and the ledger can see of it afterwards. */
async function outcomeOf({ caller, broadcaster, callId }: Story) {
  const { db, sql } = world.database
  const [call] = await sql`
    select phase, end_reason, lost_side, connected_ms, charged_ms, (select count(*) from call_seat where call_id = call.id) as seats
    from call where id = ${callId}`
  const [meter] = await sql`
    select state, captured_increments, funded_increments, charged_ms, connected_ms, started_at is not null as is_started,
      point_back_points, point_back_reason
    from meter where call_id = ${callId}`
  const transfers = await sql`
    select kind, purpose, amount, fee from transfer where reference = ${callId} order by id`
  const { point, held, lots } = await walletOf(db, caller.id)
  const wallet = { point, held, lots: lots.map((lot) => lot.remaining) }
  return { call, meter, transfers: [...transfers], wallet, earnings: await earningsOf(db, broadcaster.id) }
}

/** Ends what is left of a story, so that the next one starts from an empty world. */
async function leave({ callId }: Story): Promise<void> {
  await applyEvent(world.context, callId, { type: 'operatorEnded' })
}
