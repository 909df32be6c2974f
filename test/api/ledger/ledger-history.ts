/** Random histories of everything that moves points, and of the processes that die while they do it. */
import fc from 'fast-check'
import type { Cut } from '#test/helpers/crashing-db.ts'
import { broadcasterId, callerId, otherBroadcaster, otherCaller } from './ledger-fixture.ts'
import type { Command } from './ledger-model.ts'

export const payers = [callerId, otherCaller]
export const payees = [broadcasterId, otherBroadcaster]
const callIds = ['call-a', 'call-b', 'call-c']

export interface Step {
  command: Command
  crash: Crash | null
}

/** The process that carries a command out dies at the cut. */
export interface Crash {
  cut: Cut
  /** Its session is ended by force, not only what was in progress. */
  isTerminated: boolean
  /** Another process gets the same command again, as from a client without an answer. */
  isRetried: boolean
}

const payer = fc.constantFrom(...payers)
const payee = fc.constantFrom(...payees)
const seller = fc.constantFrom(...payees, null)
const call = fc.constantFrom(...callIds)
const key = fc.nat({ max: 4 })
const kind = fc.constantFrom('free' as const, 'paid' as const)
const points = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 600 }))
const part = fc.oneof(points, fc.constant('all' as const))
const ms = fc.oneof(
  fc.nat({ max: 200_000 }),
  fc.nat({ max: 33 }).map((increments) => increments * 6_000),
)
const finalMs = fc.oneof(ms, fc.constant(null))
const position = fc.nat({ max: 20 })
const sharePercent = fc.constantFrom(40, 55)
const rate = fc.constantFrom(200, 140, 10)
const reading = fc.record({ callId: call, chargedMs: ms, connectedMs: ms })
const readings = fc.array(reading, { minLength: 1, maxLength: 4 })
const paidByPlatform = fc.boolean()
const payment = { payer, payee: seller, points, sharePercent }
/** More keys than single payments have, so that most are new. */
const spends = fc.array(fc.record({ ...payment, key: fc.nat({ max: 40 }) }), { minLength: 2, maxLength: 8 })

const of = <Type extends Command['type'], Rest>(
  type: Type,
  rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => fc.record({ type: fc.constant(type), ...rest }) as fc.Arbitrary<{ type: Type } & Rest>

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: of('grant', { key, payer, points, kind, validDays: fc.integer({ min: 1, max: 180 }) }),
  },
  { weight: 1, arbitrary: of('passExpiry', { payer, kind }) },
  { weight: 1, arbitrary: of('sweep', {}) },
  { weight: 3, arbitrary: of('spend', { ...payment, key }) },
  { weight: 3, arbitrary: of('spendBatch', { spends }) },
  { weight: 2, arbitrary: of('refund', { key, payment: position, points: part, paidByPlatform }) },
  { weight: 1, arbitrary: of('hold', { key, payer, points }) },
  { weight: 1, arbitrary: of('captureHold', { key, hold: position, payee: seller, points }) },
  { weight: 1, arbitrary: of('releaseHold', { hold: position }) },
  { weight: 4, arbitrary: of('open', { call, payer, payee, rate }) },
  { weight: 4, arbitrary: of('start', { call }) },
  { weight: 5, arbitrary: of('report', { readings }) },
  { weight: 5, arbitrary: of('bill', {}) },
  { weight: 2, arbitrary: of('settle', { call, chargedMs: finalMs }) },
  { weight: 2, arbitrary: of('endCall', { call, chargedMs: finalMs, points: part, paidByPlatform }) },
  { weight: 1, arbitrary: of('release', { call }) },
  { weight: 2, arbitrary: of('pointBack', { call, points: part, paidByPlatform }) },
)

/** A usual call, so that deep states are common; the other steps of a history fall among its own. */
const usualCall: fc.Arbitrary<Command[]> = fc
  .tuple(call, payer, payee, rate, ms, ms)
  .map(([callId, who, whom, price, first, second]): Command[] => [
    { type: 'open', call: callId, payer: who, payee: whom, rate: price },
    { type: 'start', call: callId },
    { type: 'report', readings: [{ callId, chargedMs: first, connectedMs: first }] },
    { type: 'bill' },
    { type: 'report', readings: [{ callId, chargedMs: second, connectedMs: second }] },
    { type: 'bill' },
  ])
/** A call paid from two kinds of lots in several charges, of which a part is returned. */
const brokenCall: fc.Arbitrary<Command[]> = fc
  .tuple(call, payer, payee, points, ms, part, paidByPlatform)
  .map(([callId, who, whom, free, used, back, byPlatform]): Command[] => [
    { type: 'grant', key: 7, payer: who, points: free, kind: 'free', validDays: 30 },
    { type: 'grant', key: 8, payer: who, points: 600, kind: 'paid', validDays: 30 },
    { type: 'open', call: callId, payer: who, payee: whom, rate: 200 },
    { type: 'start', call: callId },
    { type: 'report', readings: [{ callId, chargedMs: Math.floor(used / 2), connectedMs: used }] },
    { type: 'bill' },
    { type: 'endCall', call: callId, chargedMs: used, points: back, paidByPlatform: byPlatform },
  ])
/** Points that expire under a hold, with others beside them. */
const overdueHold: fc.Arbitrary<Command[]> = fc
  .tuple(key, payer, points, points, points, points, seller)
  .map(([hold, who, free, paid, held, spent, whom]): Command[] => [
    { type: 'grant', key: 5, payer: who, points: free, kind: 'free', validDays: 20 },
    { type: 'grant', key: 6, payer: who, points: paid, kind: 'paid', validDays: 20 },
    { type: 'hold', key: hold, payer: who, points: held },
    { type: 'passExpiry', payer: who, kind: 'free' },
    { type: 'spend', key: 5, payer: who, payee: whom, points: spent, sharePercent: 40 },
    { type: 'captureHold', key: hold, hold, payee: whom, points: Math.ceil(held / 2) },
  ])
const opening: fc.Arbitrary<Command[]> = fc
  .tuple(
    of('grant', { key, payer, points: fc.integer({ min: 100, max: 900 }), kind, validDays: fc.constant(90) }),
  )
  .map((commands): Command[] => commands)

/** A command's transaction has three statements, that of an end four. */
const crash: fc.Arbitrary<Crash> = fc.record({
  cut: fc.record({
    statement: fc.nat({ max: 3 }),
    when: fc.constantFrom('unsent' as const, 'unanswered' as const),
  }),
  // Seldom, because a new session takes longer than a whole history.
  isTerminated: fc.nat({ max: 7 }).map((n) => n === 7),
  isRetried: fc.nat({ max: 4 }).map((n) => n < 4),
})
const crashOrNot = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: crash })

const commands = fc
  .tuple(
    opening,
    fc.array(
      fc.oneof(
        { weight: 24, arbitrary: command.map((one) => [one]) },
        { weight: 2, arbitrary: usualCall },
        { weight: 1, arbitrary: brokenCall },
        overdueHold,
      ),
      { maxLength: 18 },
    ),
  )
  .map(([first, rest]) => [...first, ...rest.flat()])

export const history: fc.Arbitrary<Step[]> = fc
  .tuple(commands, fc.infiniteStream(crashOrNot))
  .map(([list, crashes]) =>
    list.map((one) => ({ command: one, crash: crashes.next().value as Crash | null })),
  )
