import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage, ChatSyncState } from '#contract/chat/chat.ts'
import type { PendingMessage } from '../outbox/pending.ts'
import { newerSyncState } from './sync-state.ts'
import { Timeline, type TimelineView } from './timeline.ts'

const ownId = '10000001'
const partnerId = '20000002'
const begin = Date.UTC(2026, 10, 20, 14, 58)

/** Alternately two own messages and two of the partner's; one every 20 s. */
const message = (seq: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `message-${seq}`,
  seq,
  revision: seq,
  senderId: seq % 4 < 2 ? ownId : partnerId,
  sentAt: new Date(begin + seq * 20_000).toISOString(),
  body: { kind: 'text', text: `${seq}` },
  replyTo: null,
  ...change,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const syncState = (change: Partial<ChatSyncState> = {}): ChatSyncState => ({
  revision: 0,
  lastSeq: 0,
  ownReadSeq: 0,
  partnerReadSeq: 0,
  ...change,
})
const pendingMessage = (id: string, queuedAt = begin): PendingMessage => ({
  id,
  partnerId,
  queuedAt,
  body: { kind: 'text', text: id, isWarned: false },
  replyTo: null,
  state: { name: 'sending', progress: null },
})
const seqsOf = ({ rows }: TimelineView) =>
  rows.map((row) => (row.kind === 'message' ? row.message.seq : row.key))

type TimelineEvent =
  | { name: 'page' | 'events'; messages: ChatMessage[]; syncState: ChatSyncState }
  | { name: 'sent'; message: ChatMessage }

const emit = (timeline: Timeline, events: TimelineEvent) => {
  if (events.name === 'sent') timeline.addSent(events.message)
  else if (events.name === 'page') timeline.addPage(events.messages, events.syncState)
  else timeline.addEvents(events.messages, events.syncState)
}

const historySize = 40
/** The same seq at the same revision is the same message, as from the server. */
const anyMessage = fc
  .record({ seq: fc.integer({ min: 1, max: historySize }), changes: fc.nat(2) })
  .map(({ seq, changes }) =>
    message(
      seq,
      changes === 0 ? {} : { revision: historySize + seq * 3 + changes, body: { kind: 'unsent' } },
    ),
  )
const anySyncState = fc.record({
  revision: fc.nat(historySize),
  lastSeq: fc.nat(historySize),
  ownReadSeq: fc.nat(historySize),
  partnerReadSeq: fc.nat(historySize),
})
const anyEvent: fc.Arbitrary<TimelineEvent> = fc.oneof(
  fc.record({
    name: fc.constantFrom('page' as const, 'events' as const),
    messages: fc.array(anyMessage, { maxLength: 8 }),
    syncState: anySyncState,
  }),
  fc.record({ name: fc.constant('sent' as const), message: anyMessage }),
)

test('shows the same view for the same events in any order, and twice', () => {
  const inAnyOrder = fc
    .array(anyEvent, { maxLength: 12 })
    .chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
      ),
    )
  fc.assert(
    fc.property(inAnyOrder, fc.option(fc.nat(historySize)), ([events, shuffled], readBefore) => {
      const [one, other] = [new Timeline(ownId), new Timeline(ownId)]
      one.drawUnreadLine(readBefore)
      for (const each of events) emit(one, each)
      for (const each of shuffled) emit(other, each)
      other.drawUnreadLine(readBefore)
      expect(other.view()).toEqual(one.view())
    }),
    { numRuns: 500 },
  )
})

test('keeps the objects of unchanged rows, and every row equals that of a fresh timeline', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 10 }), (events) => {
      const timeline = new Timeline(ownId)
      const messages = new Map<number, ChatMessage>()
      let known = syncState()
      for (const each of events) {
        const before = new Map(timeline.view().rows.map((row) => [row.key, row]))
        emit(timeline, each)
        if (each.name !== 'sent') known = newerSyncState(known, each.syncState)
        const { rows } = timeline.view()
        for (const row of rows) if (row.kind === 'message') messages.set(row.message.seq, row.message)
        const fresh = new Timeline(ownId)
        fresh.addPage(
          rows.flatMap((row) => (row.kind === 'message' ? [row.message] : [])),
          known,
        )
        expect(rows).toEqual(fresh.view().rows)
        for (const row of rows) {
          const old = before.get(row.key)
          if (old && JSON.stringify(old) === JSON.stringify(row)) expect(row).toBe(old)
        }
      }
    }),
  )
})

test('orders messages however they arrive, and lets a change replace only an older state', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(5, 8), syncState({ revision: 8, lastSeq: 8 }))
  timeline.addEvents([message(10)], syncState({ revision: 10, lastSeq: 10 }))
  expect(seqsOf(timeline.view())).toEqual([5, 6, 7, 8])
  expect(timeline.view()).toMatchObject({ hasOlder: true, hasNewer: true })
  timeline.addEvents([message(9)], syncState())
  expect(seqsOf(timeline.view())).toEqual([5, 6, 7, 8, 9, 10])
  timeline.addEvents([message(6, { revision: 11, body: { kind: 'unsent' } })], syncState())
  timeline.addPage(range(1, 6), syncState())
  expect(timeline.view().rows[5]).toMatchObject({ message: { seq: 6, body: { kind: 'unsent' } } })
  expect(timeline.view()).toMatchObject({ hasOlder: false, hasNewer: false })
})

test('holds a change far up in the history until its page is loaded', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(90, 100), syncState({ revision: 100, lastSeq: 100 }))
  timeline.addEvents([message(20, { revision: 101, body: { kind: 'unsent' } })], syncState())
  expect(timeline.view().rows).toHaveLength(11)
  timeline.addPage(range(15, 25), syncState())
  expect(timeline.view().rows[5]).toMatchObject({ message: { body: { kind: 'unsent' } } })
  expect(timeline.view().rows[11]).toMatchObject({ gapAfterSeq: 25, startsDay: true, message: { seq: 90 } })
})

test('shows a message being sent at the end, and turns it into the sent message without a second row', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage([], syncState())
  timeline.setPending([pendingMessage('message-1'), pendingMessage('b')])
  expect(seqsOf(timeline.view())).toEqual(['message-1', 'b'])
  // The socket is faster than the answer, and the outbox comes last.
  timeline.addEvents([message(1)], syncState({ revision: 1, lastSeq: 1 }))
  expect(seqsOf(timeline.view())).toEqual([1, 'b'])
  expect(timeline.view().rows.map(({ key }) => key)).toEqual(['message-1', 'b'])
  timeline.addSent(message(1))
  timeline.setPending([pendingMessage('b')])
  expect(seqsOf(timeline.view())).toEqual([1, 'b'])
})

test('begins a day at midnight in Japan, and a group with another sender or minute', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(1, 8), syncState({ revision: 8, lastSeq: 8 }))
  const { rows } = timeline.view()
  // 14:58:00 UTC and 20 s each: the sixth is at 24:00 in Japan.
  expect(rows.map(({ startsDay }) => startsDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
    false,
    false,
  ])
  expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([
    true,
    true,
    true,
    true,
    false,
    true,
    false,
    true,
  ])
  expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([true, true, true, false, true, false, true, true])
})

test('shows 既読 on own messages up to where the partner has read, and never takes it back', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(1, 8), syncState({ revision: 8, lastSeq: 8, partnerReadSeq: 4 }))
  timeline.addEvents([], syncState({ partnerReadSeq: 5 }))
  timeline.addEvents([], syncState({ partnerReadSeq: 2 }))
  const read = timeline.view().rows.filter((row) => row.kind === 'message' && row.isRead)
  expect(read.map((row) => row.key)).toEqual(['message-1', 'message-4', 'message-5'])
})

test('draws the unread line above the first message of the partner after the read ones', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(1, 4), syncState({ revision: 8, lastSeq: 8 }))
  timeline.drawUnreadLine(4)
  const line = () => timeline.view().rows.filter((row) => row.kind === 'message' && row.isFirstUnread)
  expect(line()).toEqual([])
  timeline.addPage(range(5, 8), syncState())
  expect(line()).toMatchObject([{ message: { seq: 6 }, startsGroup: true }])
})

test('renders again only the rows that a message, a change or a read mark affects, of 10,000 rows', () => {
  const timeline = new Timeline(ownId)
  const size = 10_000
  const known = syncState({ revision: size, lastSeq: size, partnerReadSeq: size })
  timeline.addPage(range(1, size), known)
  const drawnBy = (act: () => void) => {
    const before = new Set(timeline.view().rows)
    act()
    return timeline.view().rows.filter((row) => !before.has(row)).length
  }
  expect(drawnBy(() => timeline.addEvents([message(size + 1)], known))).toBeLessThanOrEqual(2)
  const unsent = message(5_000, { revision: size + 2, body: { kind: 'unsent' } })
  expect(drawnBy(() => timeline.addEvents([unsent], known))).toBe(1)
  expect(drawnBy(() => timeline.addEvents([], syncState({ ...known, partnerReadSeq: size + 1 })))).toBe(1)
  expect(drawnBy(() => timeline.addEvents([message(size)], known))).toBe(0)
})
