import { describe, expect, test } from 'vitest'
import { decideReview, reviewTextProblem } from '#domain/reviews/review.ts'
import { decideAnswer } from '#domain/reviews/review-answer.ts'
import { answerRatePercent, authorLabel, ringCountsAs, shownCallFigures } from './figures.ts'
import { clockLabel, scheduleWeek } from './schedule.ts'
import { canCall, canSee } from './visibility.ts'

const caller = { id: '1', role: 'caller' } as const
const otherCaller = { id: '2', role: 'caller' } as const
const broadcaster = { id: '3', role: 'broadcaster' } as const
const otherBroadcaster = { id: '4', role: 'broadcaster' } as const
const operator = { id: '5', role: 'operator' } as const

test.each([
  ['a visitor', null, broadcaster, true, true],
  ['a visitor', null, caller, false, false],
  ['a caller', caller, broadcaster, true, true],
  ['a caller', caller, otherCaller, false, false],
  ['a caller', caller, caller, true, false],
  ['a broadcaster', broadcaster, caller, true, true],
  ['a broadcaster', broadcaster, otherBroadcaster, true, false],
  ['a broadcaster', broadcaster, broadcaster, true, false],
  ['a caller', caller, operator, false, false],
  ['an operator', operator, broadcaster, true, false],
])('%s %o looks at %o: sees %s, calls %s', (_who, viewer, target, sees, calls) => {
  expect(canSee(viewer, target)).toBe(sees)
  expect(canCall(viewer, target)).toBe(calls)
})

describe('a review', () => {
  test.each([
    ['', null],
    ['   ', 'reviewTooShort'],
    ['　'.repeat(12), null],
    ['九文字の感想ですね', 'reviewTooShort'],
    [' 九文字の感想ですね ', 'reviewTooShort'],
    ['十文字ちょうどの感想', null],
    ['🏮'.repeat(9), 'reviewTooShort'],
    ['🏮'.repeat(10), null],
    ['あ'.repeat(500), null],
    ['あ'.repeat(501), 'reviewTooLong'],
  ])('%j: %s', (text, problem) => {
    expect(reviewTextProblem(text)).toBe(problem)
  })

  const good = { authorRole: 'caller', isOwn: true, description: '', callId: 'c' } as const
  test.each([
    ['is stored without the spaces around it', { description: '  たのしい時間でした。 ' }, null],
    ["another's token comes first", { isOwn: false, description: '短い', callId: null }, 'forbidden'],
    ["a broadcaster's", { authorRole: 'broadcaster' }, 'forbidden'],
    ['too short comes before having no call', { description: '短い', callId: null }, 'reviewTooShort'],
    ['without a call', { callId: null }, 'reviewNotAllowed'],
  ] as const)('%s', (_name, change, refused) => {
    const answer = decideReview({ ...good, ...change })
    expect(answer).toEqual(refused ? { refused } : { callId: 'c', description: 'たのしい時間でした。' })
  })
})

describe('an answer to a review', () => {
  test.each([
    [false, ' ありがとうございました。 ', 'ありがとうございました。'],
    [false, '🏮'.repeat(300), '🏮'.repeat(300)],
    [false, '🏮'.repeat(301), { refused: 'reviewAnswerTooLong' }],
    [false, ' \u200b\n', { refused: 'reviewAnswerEmpty' }],
    [true, '', { refused: 'reviewAnswered' }],
  ])('after another: %s, %j', (isAnswered, written, answer) => {
    expect(decideAnswer(isAnswered, written)).toEqual(answer)
  })
})

const rings = (answered: number, unanswered: number, declined = 0) => [
  { wasAnswered: true, endReason: 'byCaller' as const, rangMs: 0, count: answered },
  { wasAnswered: false, endReason: 'missed' as const, rangMs: 30_000, count: unanswered },
  { wasAnswered: false, endReason: 'declined' as const, rangMs: 5_000, count: declined },
]

test('応答率 is hidden under ten rings that count, and rounded', () => {
  expect(answerRatePercent(rings(9, 0, 5))).toBeNull()
  expect(answerRatePercent(rings(10, 0))).toBe(100)
  expect(answerRatePercent(rings(2, 28))).toBe(7)
  expect(answerRatePercent(rings(0, 12))).toBe(0)
})

test('a declined ring leaves 応答率 as it was', () => {
  expect(answerRatePercent(rings(10, 10, 40))).toBe(50)
})

test.each([
  ['missed', 30_000, 'unanswered'],
  ['cancelled', 3_000, 'unanswered'],
  ['cancelled', 2_999, null],
  ['declined', 20_000, null],
  ['busy', 20_000, null],
  ['failed', 20_000, null],
  ['pointless', 0, null],
] as const)('a ring that ends as %s after %i ms counts as %s', (endReason, rangMs, counted) => {
  expect(ringCountsAs({ wasAnswered: false, endReason, rangMs })).toBe(counted)
  expect(ringCountsAs({ wasAnswered: true, endReason: 'byCaller', rangMs })).toBe('answered')
})

test('通話回数 and リピーター are hidden where fewer than five callers stand behind them', () => {
  expect(shownCallFigures({ calls: 90, callers: 4, repeatCallers: 4 })).toEqual({
    calls: null,
    repeatCallers: null,
  })
  expect(shownCallFigures({ calls: 90, callers: 5, repeatCallers: 4 })).toEqual({
    calls: 90,
    repeatCallers: null,
  })
  expect(shownCallFigures({ calls: 90, callers: 5, repeatCallers: 5 })).toEqual({
    calls: 90,
    repeatCallers: 5,
  })
})

test('a reviewer is shown by region and age band', () => {
  expect(authorLabel({ region: '東京', age: 39 })).toBe('東京・30代')
  expect(authorLabel({ region: '福岡', age: null })).toBe('福岡')
  expect(authorLabel({ region: null, age: 40 })).toBe('40代')
  expect(authorLabel({ region: null, age: null })).toBe('')
})

test('the schedule starts today in Japan, whatever the day is elsewhere', () => {
  // Friday 20 November 15:30 UTC is Saturday the 21st, 0:30, in Japan.
  const week = scheduleWeek(
    [
      { weekday: 6, fromMinute: 1260, toMinute: 1500 },
      { weekday: 6, fromMinute: 600, toMinute: 720 },
      { weekday: 1, fromMinute: 0, toMinute: 60 },
    ],
    Date.UTC(2026, 10, 20, 15, 30),
  )
  expect(week.map(({ day, weekday }) => [day, weekday])).toEqual([
    [21, 6],
    [22, 0],
    [23, 1],
    [24, 2],
    [25, 3],
    [26, 4],
    [27, 5],
  ])
  expect(week[0]?.slots.map((slot) => slot.fromMinute)).toEqual([600, 1260])
  expect(week[1]?.slots).toEqual([])
})

test.each([
  [1260, '21時'],
  [1290, '21時半'],
  [1500, '25時'],
  [1305, '21時45分'],
])('%i is %s', (minute, label) => {
  expect(clockLabel(minute)).toBe(label)
})
