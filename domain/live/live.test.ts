import { describe, expect, it } from 'vitest'
import { foldedWord, hasRefusedWord, readLiveComment, readLiveName } from './comment.ts'
import { decideGoalBonus, goalBonus } from './goal.ts'
import { decideModeration } from './moderation.ts'
import { isSpendCapReached } from './payment.ts'

describe('a comment', () => {
  it.each([
    ['  こんばんは\nはじめて来ました ', 'こんばんは はじめて来ました'],
    ['👨‍👩‍👧‍👦'.repeat(100), '👨‍👩‍👧‍👦'.repeat(100)],
    ['あ'.repeat(101), { refused: 'liveCommentTooLong' }],
    ['\u200e \n', { refused: 'liveCommentEmpty' }],
    ['a\u0000b', { refused: 'liveCommentEmpty' }],
  ])('%j is read as one line of at most 100 characters', (written, read) => {
    expect(readLiveComment(written)).toEqual(read)
  })

  it('contains a refused word however it is spelled', () => {
    const words = [foldedWord('ばか')]
    expect(['バカ', 'ﾊﾞｶ', 'ば・か', 'おばかさん'].map((text) => hasRefusedWord(text, words))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(hasRefusedWord('こんばんは', words)).toBe(false)
    expect(foldedWord('・ ・')).toBe('')
  })

  it('a name has at most 20 characters', () => {
    expect(readLiveName('ゆらゆら')).toBe('ゆらゆら')
    expect(readLiveName('あ'.repeat(21))).toEqual({ refused: 'liveNameWrong' })
  })
})

describe('the bonus of a goal', () => {
  it('is a part of what was given, and no more than was promised', () => {
    const terms = { bonusPoints: 50, bonusPercent: 20 }
    expect([50, 100, 249, 250, 5_000].map((given) => goalBonus(terms, given))).toEqual([10, 20, 49, 50, 50])
    const claim = { terms, isReached: true, givenPoints: 250, isReceived: false }
    expect(decideGoalBonus(claim)).toBe(50)
    expect(decideGoalBonus({ ...claim, isReceived: true })).toEqual({ refused: 'liveBonusTaken' })
    expect(decideGoalBonus({ ...claim, isReached: false })).toEqual({ refused: 'liveGoalOpen' })
    expect(decideGoalBonus({ ...claim, givenPoints: null })).toEqual({ refused: 'liveBonusNotYours' })
  })
})

describe('moderation', () => {
  it.each([
    ['broadcaster', 'kick', 'moderator', null],
    ['broadcaster', 'kick', 'broadcaster', 'forbidden'],
    ['moderator', 'kick', 'watcher', null],
    ['moderator', 'mute', null, null],
    ['moderator', 'remove', 'broadcaster', 'forbidden'],
    ['moderator', 'moderator', 'watcher', 'forbidden'],
    ['watcher', 'pin', null, 'forbidden'],
    [null, 'slowMode', null, 'forbidden'],
  ] as const)('of %s by %s against %s: %s', (role, kind, target, refused) => {
    expect(decideModeration(role, kind, target)).toEqual(refused && { refused })
  })
})

describe('the own limit of a visit', () => {
  it('is reached when no further increment fits', () => {
    expect([79, 80, 81, 100].map((spent) => isSpendCapReached(100, spent, 200))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(isSpendCapReached(null, 100_000, 200)).toBe(false)
  })
})
