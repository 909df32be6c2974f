import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage, ChatSyncState } from '#contract/chat/chat.ts'
import type { PendingMessage } from '../outbox/pending.ts'
import { newerSyncState } from './sync-state.ts'
import { Timeline, type TimelineView } from './timeline.ts'

const ownId = '10000001'
const partnerId = '20000002'
const begin = Date.UTC(2026, 10, 20, 14, 58)

/** Two own ones, two of the partner's, in turn; one each 20 s. */
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
const standing = (change: Partial<ChatSyncState> = {}): ChatSyncState => ({
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

type News =
  | { name: 'page' | 'news'; messages: ChatMessage[]; standing: ChatSyncState }
  | { name: 'sent'; message: ChatMessage }

const tell = (timeline: Timeline, news: News) => {
  if (news.name === 'sent') timeline.addSent(news.message)
  else if (news.name === 'page') timeline.addPage(news.messages, news.standing)
  else timeline.addNews(news.messages, news.standing)
}

const historySize = 40
/** The same seq at the same revision is the same message, as the server tells it. */
const anyMessage = fc
  .record({ seq: fc.integer({ min: 1, max: historySize }), changes: fc.nat(2) })
  .map(({ seq, changes }) =>
    message(
      seq,
      changes === 0 ? {} : { revision: historySize + seq * 3 + changes, body: { kind: 'unsent' } },
    ),
  )
const anyStanding = fc.record({
  revision: fc.nat(historySize),
  lastSeq: fc.nat(historySize),
  ownReadSeq: fc.nat(historySize),
  partnerReadSeq: fc.nat(historySize),
})
const anyNews: fc.Arbitrary<News> = fc.oneof(
  fc.record({
    name: fc.constantFrom('page' as const, 'news' as const),
    messages: fc.array(anyMessage, { maxLength: 8 }),
    standing: anyStanding,
  }),
  fc.record({ name: fc.constant('sent' as const), message: anyMessage }),
)

test('the same news in any order, and twice, leads to the same view', () => {
  const inAnyOrder = fc
    .array(anyNews, { maxLength: 12 })
    .chain((news) =>
      fc.tuple(fc.constant(news), fc.shuffledSubarray([...news, ...news], { minLength: news.length * 2 })),
    )
  fc.assert(
    fc.property(inAnyOrder, fc.option(fc.nat(historySize)), ([news, shuffled], readBefore) => {
      const [one, other] = [new Timeline(ownId), new Timeline(ownId)]
      one.drawUnreadLine(readBefore)
      for (const each of news) tell(one, each)
      for (const each of shuffled) tell(other, each)
      other.drawUnreadLine(readBefore)
      expect(other.view()).toEqual(one.view())
    }),
    { numRuns: 500 },
  )
})

test('rows that nothing happened to stay the same objects, and every row is what a fresh timeline would draw', () => {
  fc.assert(
    fc.property(fc.array(anyNews, { maxLength: 10 }), (news) => {
      const timeline = new Timeline(ownId)
      const messages = new Map<number, ChatMessage>()
      let known = standing()
      for (const each of news) {
        const before = new Map(timeline.view().rows.map((row) => [row.key, row]))
        tell(timeline, each)
        if (each.name !== 'sent') known = newerSyncState(known, each.standing)
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

test('messages stand in order however they come, and a change replaces an older word only', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(5, 8), standing({ revision: 8, lastSeq: 8 }))
  timeline.addNews([message(10)], standing({ revision: 10, lastSeq: 10 }))
  expect(seqsOf(timeline.view())).toEqual([5, 6, 7, 8])
  expect(timeline.view()).toMatchObject({ hasOlder: true, hasNewer: true })
  timeline.addNews([message(9)], standing())
  expect(seqsOf(timeline.view())).toEqual([5, 6, 7, 8, 9, 10])
  timeline.addNews([message(6, { revision: 11, body: { kind: 'unsent' } })], standing())
  timeline.addPage(range(1, 6), standing())
  expect(timeline.view().rows[5]).toMatchObject({ message: { seq: 6, body: { kind: 'unsent' } } })
  expect(timeline.view()).toMatchObject({ hasOlder: false, hasNewer: false })
})

test('a change far up in the history waits until its page is loaded', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(90, 100), standing({ revision: 100, lastSeq: 100 }))
  timeline.addNews([message(20, { revision: 101, body: { kind: 'unsent' } })], standing())
  expect(timeline.view().rows).toHaveLength(11)
  timeline.addPage(range(15, 25), standing())
  expect(timeline.view().rows[5]).toMatchObject({ message: { body: { kind: 'unsent' } } })
  expect(timeline.view().rows[11]).toMatchObject({ gapAfterSeq: 25, startsDay: true, message: { seq: 90 } })
})

test('what is being sent stands at the end, and turns into the message without a second row', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage([], standing())
  timeline.setPending([pendingMessage('message-1'), pendingMessage('b')])
  expect(seqsOf(timeline.view())).toEqual(['message-1', 'b'])
  // The socket is faster than the answer, and the outbox comes last.
  timeline.addNews([message(1)], standing({ revision: 1, lastSeq: 1 }))
  expect(seqsOf(timeline.view())).toEqual([1, 'b'])
  expect(timeline.view().rows.map(({ key }) => key)).toEqual(['message-1', 'b'])
  timeline.addSent(message(1))
  timeline.setPending([pendingMessage('b')])
  expect(seqsOf(timeline.view())).toEqual([1, 'b'])
})

test('a day begins at midnight in Japan, a group with another sender or minute', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(1, 8), standing({ revision: 8, lastSeq: 8 }))
  const { rows } = timeline.view()
  // 14:58:00 UTC and 20 s each: 24:00 in Japan at the sixth.
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

test('既読 stands on own messages up to where the partner has read, and never goes back', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(1, 8), standing({ revision: 8, lastSeq: 8, partnerReadSeq: 4 }))
  timeline.addNews([], standing({ partnerReadSeq: 5 }))
  timeline.addNews([], standing({ partnerReadSeq: 2 }))
  const read = timeline.view().rows.filter((row) => row.kind === 'message' && row.isRead)
  expect(read.map((row) => row.key)).toEqual(['message-1', 'message-4', 'message-5'])
})

test('the unread line stands above the first message of the partner after what was read', () => {
  const timeline = new Timeline(ownId)
  timeline.addPage(range(1, 4), standing({ revision: 8, lastSeq: 8 }))
  timeline.drawUnreadLine(4)
  const line = () => timeline.view().rows.filter((row) => row.kind === 'message' && row.isFirstUnread)
  expect(line()).toEqual([])
  timeline.addPage(range(5, 8), standing())
  expect(line()).toMatchObject([{ message: { seq: 6 }, startsGroup: true }])
})

test('of 10,000 rows a message, a change and a read mark draw anew only what they touch', () => {
  const timeline = new Timeline(ownId)
  const size = 10_000
  const known = standing({ revision: size, lastSeq: size, partnerReadSeq: size })
  timeline.addPage(range(1, size), known)
  const drawnBy = (act: () => void) => {
    const before = new Set(timeline.view().rows)
    act()
    return timeline.view().rows.filter((row) => !before.has(row)).length
  }
  expect(drawnBy(() => timeline.addNews([message(size + 1)], known))).toBeLessThanOrEqual(2)
  const unsent = message(5_000, { revision: size + 2, body: { kind: 'unsent' } })
  expect(drawnBy(() => timeline.addNews([unsent], known))).toBe(1)
  expect(drawnBy(() => timeline.addNews([], standing({ ...known, partnerReadSeq: size + 1 })))).toBe(1)
  expect(drawnBy(() => timeline.addNews([message(size)], known))).toBe(0)
})
