import { describe, expect, it } from 'vitest'
import { decideCommentPace, decidePostPace } from './limits.ts'
import { mentionedIds, onlyMentionsOf, partsOf, withoutMentions } from './mentions.ts'
import { pollFor } from './poll.ts'
import { decideSchedule, readComment, readPost } from './written-post.ts'

const minuteMs = 60_000
const nowMs = Date.parse('2026-11-23T12:00:00Z')

describe('a post', () => {
  it.each([
    ['text', { text: ' こんばんは\r\n\u202e ', images: 0 }, { text: 'こんばんは', choices: null }],
    ['images without a text', { text: '', images: 1 }, { text: '', choices: null }],
    ['a control character', { text: 'a\u0000b', images: 0 }, { text: 'ab', choices: null }],
    ['a poll', { text: '?', images: 0, choices: [' 海 ', '山'] }, { text: '?', choices: ['海', '山'] }],
  ])('keeps %s', (_what, written, read) => {
    expect(readPost(written)).toEqual(read)
  })

  it.each([
    ['nothing', { text: ' \n', images: 0 }, 'timelineEmpty'],
    ['a poll without a question', { text: '', images: 1, choices: ['海', '山'] }, 'timelineEmpty'],
    ['1,001 characters', { text: 'あ'.repeat(1001), images: 0 }, 'timelineTooLong'],
    ['six mentions', { text: '<@1><@2><@3><@4><@5><@6>', images: 0 }, 'timelineTooLong'],
    ['two equal choices', { text: '?', images: 0, choices: ['海', '海 '] }, 'pollChoicesWrong'],
    ['an empty choice', { text: '?', images: 0, choices: ['海', ' '] }, 'pollChoicesWrong'],
    ['a long choice', { text: '?', images: 0, choices: ['海', 'あ'.repeat(41)] }, 'pollChoicesWrong'],
  ])('of %s is refused', (_what, written, refused) => {
    expect(readPost(written)).toEqual({ refused })
  })

  it('of 1,000 family emoji is accepted, and a mention counts as one character', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(readPost({ text: family.repeat(1000), images: 0 })).not.toHaveProperty('refused')
    expect(readPost({ text: `${'あ'.repeat(999)}<@20148357>`, images: 0 })).not.toHaveProperty('refused')
  })
})

it('a comment has a text of up to 500 characters', () => {
  expect(readComment('　')).toEqual({ refused: 'commentEmpty' })
  expect(readComment('あ'.repeat(501))).toEqual({ refused: 'commentTooLong' })
  expect(readComment('あ'.repeat(500))).toBe('あ'.repeat(500))
})

describe('a schedule', () => {
  const dayMs = 24 * 60 * minuteMs
  it.each([
    ['broadcaster', nowMs + minuteMs, null],
    ['broadcaster', nowMs + 30 * dayMs, null],
    ['broadcaster', nowMs + 30 * dayMs + 1, { refused: 'timelineSchedule' }],
    ['broadcaster', nowMs, { refused: 'timelineSchedule' }],
    ['caller', nowMs + minuteMs, { refused: 'timelineSchedule' }],
    ['caller', null, null],
  ])('of a %s at %s', (role, at, decision) => {
    expect(decideSchedule(role, at, nowMs)).toEqual(decision)
  })
})

describe('the pace', () => {
  const ago = (...minutes: number[]) => minutes.map((each) => nowMs - each * minuteMs)
  it('is five posts an hour for callers and ten for broadcasters', () => {
    const five = ago(1, 2, 3, 4, 59)
    expect(decidePostPace('caller', five, nowMs)).toEqual({ refused: 'timelineTooOften' })
    expect(decidePostPace('broadcaster', five, nowMs)).toBeNull()
    expect(decidePostPace('caller', ago(1, 2, 3, 4, 60), nowMs)).toBeNull()
    expect(decidePostPace('broadcaster', [...five, ...five], nowMs)).toEqual({ refused: 'timelineTooOften' })
  })
  it('is ten comments a minute', () => {
    const ten = Array.from({ length: 10 }, () => nowMs - 59_000)
    expect(decideCommentPace(ten, nowMs)).toEqual({ refused: 'timelineTooOften' })
    expect(decideCommentPace(ten, nowMs + 1_001)).toBeNull()
  })
})

describe('mentions', () => {
  const text = '<@12>さん、<@345>さん、<@12>さん'
  it('are found once each, drawn as parts and kept only for members that may be mentioned', () => {
    expect(mentionedIds(text)).toEqual(['12', '345'])
    expect(withoutMentions(text, '')).toBe('さん、さん、さん')
    expect(onlyMentionsOf(text, new Set(['345']))).toBe('@さん、<@345>さん、@さん')
    expect(partsOf('<@12>さん')).toEqual([
      { kind: 'mention', id: '12' },
      { kind: 'text', text: 'さん' },
    ])
    expect(partsOf('a<@1')).toEqual([{ kind: 'text', text: 'a<@1' }])
  })
})

describe('a poll', () => {
  const stored = { choices: ['海', '山'], closesAtMs: nowMs, votes: [3], ownChoice: null }
  it('shows its counts after voting or the end', () => {
    expect(pollFor(stored, nowMs - 1)).toMatchObject({
      isClosed: false,
      choices: [{ votes: null }, { votes: null }],
    })
    expect(pollFor({ ...stored, ownChoice: 0 }, nowMs - 1)).toMatchObject({
      choices: [{ votes: 3 }, { votes: 0 }],
    })
    expect(pollFor(stored, nowMs)).toMatchObject({ isClosed: true, choices: [{ votes: 3 }, { votes: 0 }] })
  })
})
