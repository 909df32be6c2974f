import { expect, it } from 'vitest'
import type { FlowEntry } from '#contract/live/flow.ts'
import {
  emptyFlow,
  type Flow,
  goalView,
  type LoadedFlow,
  lineText,
  missing,
  nextFlow,
  shownMax,
} from './flow-model.ts'

const entry = (seq: number, more: Partial<FlowEntry> = {}): FlowEntry => ({
  ...{ seq, id: `id-${seq}`, kind: 'comment', at: '2026-11-23T12:00:00.000Z', text: `${seq}` },
  ...{
    member: { alias: 'A'.repeat(22), name: 'ゆう', isBroadcaster: false, isModerator: false },
    present: null,
    menu: null,
  },
  ...more,
})
const answer = (seqs: readonly number[], newest = seqs.at(-1) ?? 0): LoadedFlow => ({
  ...{ type: 'success', entries: seqs.map((seq) => entry(seq)), newest, state: emptyFlow.state },
  ...{ role: 'watcher', ownAlias: 'A'.repeat(22), commentPoints: 20, isMuted: false, bonus: null },
})
const loaded = (flow: Flow, seqs: readonly number[], newest?: number, after?: number) =>
  nextFlow(flow, { type: 'loaded', answer: answer(seqs, newest), after })
const came = (flow: Flow, ...seqs: number[]) =>
  nextFlow(flow, { type: 'entries', entries: seqs.map((seq) => entry(seq)) })
const seqsOf = (flow: Flow) => flow.entries.map(({ seq }) => seq)

it('shows every entry once and in order, whatever comes first or twice', () => {
  let flow = came(emptyFlow, 8)
  expect(missing(flow, 0)).toEqual({})
  flow = loaded(flow, [5, 6, 7])
  expect([seqsOf(flow), flow.upTo, missing(flow, 7)]).toEqual([[5, 6, 7, 8], 8, null])
  flow = came(came(flow, 8, 9), 9)
  expect([seqsOf(flow), flow.upTo]).toEqual([[5, 6, 7, 8, 9], 9])
})

it('asks after the last number that it knows, until nothing is missing', () => {
  let flow = came(loaded(emptyFlow, [1, 2]), 5)
  expect(missing(flow, 0)).toEqual({ after: 2 })
  flow = loaded(flow, [3, 4, 5], 6, 2)
  expect([seqsOf(flow), missing(flow, 6)]).toEqual([[1, 2, 3, 4, 5], { after: 5 }])
  expect(missing(loaded(flow, [6], 6, 5), 6)).toBeNull()
})

it('begins anew after a long absence, without a hole in between', () => {
  const flow = came(loaded(emptyFlow, [1, 2]), 900)
  expect(missing(flow, 0)).toEqual({})
  const again = loaded(flow, [898, 899, 900])
  expect([seqsOf(again), again.upTo]).toEqual([[898, 899, 900], 900])
})

it('reads the newest entries again, and asks for those that came in between', () => {
  const flow = loaded(loaded(emptyFlow, [1, 2, 3]), [5, 6], 6)
  expect([seqsOf(flow), missing(flow, 6)]).toEqual([[5, 6], { after: 3 }])
  const whole = loaded(flow, [4, 5, 6], 6, 3)
  expect([seqsOf(whole), missing(whole, 6)]).toEqual([[4, 5, 6], null])
})

it('keeps an entry removed where an answer is older than the removal', () => {
  const removed = nextFlow(loaded(emptyFlow, [1, 2]), {
    type: 'entries',
    entries: [entry(1, { text: '' })],
  })
  expect(loaded(removed, [1, 2]).entries.map(({ text }) => text)).toEqual(['', '2'])
})

it('keeps the newest entries, and replaces one that was removed', () => {
  let flow = loaded(emptyFlow, [1])
  for (let seq = 2; seq <= shownMax + 50; seq += 1) flow = came(flow, seq)
  expect([flow.entries.length, flow.entries[0]?.seq, flow.upTo]).toEqual([shownMax, 51, shownMax + 50])
  flow = nextFlow(flow, { type: 'entries', entries: [entry(100, { text: '' })] })
  expect(flow.entries.find(({ seq }) => seq === 100)?.text).toBe('')
})

it('knows the own orders again in a queue that is the same for everybody', () => {
  const order = (orderId: string, isMine: boolean) => ({
    ...{ orderId, menuId: 'm', name: 'ゆらゆら', points: 100, state: 'waiting' as const },
    ...{ at: '', memberName: null, isMine },
  })
  let flow = nextFlow(emptyFlow, { type: 'orders', isOwnView: true, orders: [order('a', true)] })
  flow = nextFlow(flow, { type: 'orders', isOwnView: false, orders: [order('a', false), order('b', false)] })
  expect(flow.orders.map(({ isMine }) => isMine)).toEqual([true, false])
})

it('says what a line means', () => {
  const present = { presentId: 'tea', name: 'お茶', quantity: 3, combo: 3, points: 300 }
  expect(lineText(entry(1, { kind: 'present', text: '', present }))).toBe('お茶を3個贈りました')
  expect(lineText(entry(1, { kind: 'present', text: '', present: { ...present, quantity: 1 } }))).toBe(
    'お茶を贈りました',
  )
  expect(lineText(entry(1, { kind: 'goal', text: '花火', member: null }))).toBe('目標「花火」を達成しました')
  expect(lineText(entry(1, { text: '' }))).toBe('表示できないコメントです')
})

it('says how far a goal is', () => {
  const goal = {
    goalId: 'g',
    name: 'みんなで花火',
    unit: 'count' as const,
    target: 10,
    bonusPoints: 50,
    bonusPercent: 20,
  }
  expect(goalView({ ...goal, done: 8, isReached: false })).toMatchObject({
    text: 'みんなで花火 あと2つ',
    figures: '8／10',
    part: 0.8,
  })
  expect(goalView({ ...goal, unit: 'points', target: 1_500, done: 2_000, isReached: true })).toMatchObject({
    text: 'みんなで花火 達成しました',
    figures: '2,000／1,500pt',
    part: 1,
  })
})
