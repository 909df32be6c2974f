import { expect, test } from 'vitest'
import { missingSides, sidesOf } from './documents.ts'
import { dayMs, documentsDueAt } from './retention.ts'

test('documents are stored as long as operators set; those of a withdrawn application no longer', () => {
  const keptDays = { approved: 30, refused: 7 }
  const due = (state: 'approved' | 'refused' | 'withdrawn') =>
    documentsDueAt({ state, decidedAtMs: 0 }, keptDays) / dayMs
  expect([due('approved'), due('refused'), due('withdrawn')]).toEqual([30, 7, 0])
})

test('the back of a マイナンバーカード is never requested', () => {
  expect(sidesOf('myNumberCard')).not.toContain('back')
  expect(missingSides('myNumberCard', ['front'])).toEqual(['selfie'])
  expect(missingSides('driversLicence', ['selfie', 'front'])).toEqual(['back'])
})
