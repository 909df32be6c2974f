import { expect, test } from 'vitest'
import { emptyDraft, termsOf } from './campaign-terms.ts'

const draft = {
  ...emptyDraft,
  name: ' 冬のポイントバック ',
  startsAt: '2026-12-01T00:00',
  endsAt: '2027-01-01T00:00',
  claimsFrom: '2027-01-01T12:00',
  claimsUntil: '2027-02-01T00:00',
}

test('times are Japanese, full-width digits count', () => {
  expect(termsOf({ ...draft, capPoints: '３，０００' })).toEqual({
    name: '冬のポイントバック',
    startsAt: '2026-11-30T15:00:00.000Z',
    endsAt: '2026-12-31T15:00:00.000Z',
    claimsFrom: '2027-01-01T03:00:00.000Z',
    claimsUntil: '2027-01-31T15:00:00.000Z',
    percent: 10,
    capPoints: 3_000,
    validDays: 180,
  })
})

test.each([{ name: ' ' }, { endsAt: '' }, { percent: '十' }, { capPoints: '-1' }, { validDays: '' }])(
  'without %j there are no terms',
  (missing) => {
    expect(termsOf({ ...draft, ...missing })).toBeNull()
  },
)
