import { expect, it } from 'vitest'
import { consentsDue, type NewerVersion } from './consent.ts'

const version = (number: number, change: Partial<NewerVersion> = {}): NewerVersion => ({
  document: 'terms',
  number,
  changeSummary: `変更${number}`,
  asksConsent: false,
  publishedAt: new Date(number),
  ...change,
})

it('nothing is due while no newer version asks for consent', () => {
  expect(consentsDue([])).toEqual([])
  expect(consentsDue([version(2), version(3)])).toEqual([])
})

it('a version that asks makes the version in force due, with all changes in their order', () => {
  expect(consentsDue([version(4), version(2), version(3, { asksConsent: true })])).toEqual([
    { document: 'terms', version: 4, publishedAt: new Date(4), changes: ['変更2', '変更3', '変更4'] },
  ])
})

it('documents are due separately, and the first version has no change to show', () => {
  const due = consentsDue([
    version(1, { changeSummary: '', asksConsent: true }),
    version(5, { document: 'privacy' }),
    version(6, { document: 'privacy', asksConsent: true }),
  ])
  expect(due.map(({ document, changes }) => [document, changes])).toEqual([
    ['terms', []],
    ['privacy', ['変更5', '変更6']],
  ])
})
