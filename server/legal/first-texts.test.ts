import { expect, it } from 'vitest'
import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { pointsValidDays } from '#contract/points/points.ts'
import { firstTextOf } from './first-texts.ts'

it.each(['terms', 'tokushoho', 'shikin'] as const)('%s names how long points last', async (document) => {
  const days = [...(await firstTextOf(document)).matchAll(/期限.*?(\d+)日/g)].map(([, figure]) => figure)
  expect(days).toEqual([String(pointsValidDays)])
})

it.each(legalDocuments)('%s has all its figures', async (document) => {
  expect(await firstTextOf(document)).not.toMatch(/[{}]/)
})
