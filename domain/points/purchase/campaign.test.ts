import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CampaignRule, campaignPoints, campaignState, decideCampaignGrant } from './campaign.ts'

const rule: CampaignRule = { endsAt: 100, claimsFrom: 200, claimsUntil: 300, percent: 10, capPoints: 500 }
const spent = (paidPointsSpent: number, hasReceived = false) => ({ paidPointsSpent, hasReceived })

test.each([
  ['in the claim’s time', spent(1_239), 200, 123],
  ['up to the cap', spent(1_000_000), 299, 500],
  ['too early', spent(1_000), 199, { refused: 'campaignNotYet' }],
  ['too late', spent(1_000), 300, { refused: 'campaignOver' }],
  ['with less than a point', spent(9), 250, { refused: 'campaignNothing' }],
  ['again', spent(1_000, true), 250, { refused: 'campaignReceived' }],
  ['again, when all is over', spent(1_000, true), 400, { refused: 'campaignReceived' }],
])('%s', (_, member, now, expected) => {
  expect(decideCampaignGrant(rule, member, now)).toEqual(expected)
})

test.each([
  ['running', 99],
  ['waiting', 100],
  ['open', 200],
  ['over', 300],
] as const)('is %s at %i, unless it was received', (state, now) => {
  expect(campaignState(rule, false, now)).toBe(state)
  expect(campaignState(rule, true, now)).toBe('received')
})

test('gives at most the percentage and the cap, and never a fraction', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1 }),
      (points, percent, capPoints) => {
        const given = campaignPoints({ percent, capPoints }, points)
        expect(Number.isSafeInteger(given)).toBe(true)
        expect(given).toBeLessThanOrEqual(capPoints)
        expect(given * 100).toBeLessThanOrEqual(points * percent)
      },
    ),
  )
})
