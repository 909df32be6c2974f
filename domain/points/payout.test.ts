import { expect, test } from 'vitest'
import { approvalsNeeded, decideApproval, fourEyesOverPoints } from './payout.ts'

const small = { state: 'requested', points: fourEyesOverPoints, isFrozen: false, approvedBy: [] } as const
const large = { ...small, points: fourEyesOverPoints + 1 }

test('needs two operators above the limit', () => {
  expect(approvalsNeeded(small.points)).toBe(1)
  expect(approvalsNeeded(large.points)).toBe(2)
})

test.each([
  ['up to the limit one is enough', small, 1, { isApproved: true }],
  ['above it the first isn’t', large, 1, { isApproved: false }],
  ['the first again isn’t the second', { ...large, approvedBy: [1] }, 1, { isApproved: false }],
  ['another one is', { ...large, approvedBy: [1] }, 2, { isApproved: true }],
  ['who approved hears so again', { ...small, state: 'approved', approvedBy: [1] }, 1, { isApproved: true }],
  ['nobody approves what is decided', { ...small, state: 'refused' }, 1, { refused: 'payoutDecided' }],
  ['nor what is frozen', { ...small, isFrozen: true }, 1, { refused: 'payoutFrozen' }],
] as const)('%s', (_, payout, operatorId, answer) => {
  expect(decideApproval(payout, operatorId)).toEqual(answer)
})
