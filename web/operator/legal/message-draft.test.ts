import { expect, it } from 'vitest'
import { draftOf, messageOf, newDraft } from './message-draft.ts'

const draft = { ...newDraft(Date.UTC(2026, 10, 22, 3)), name: 'winter-2026', title: '冬のキャンペーン' }

it('a draft begins now, in Japanese time, and becomes a page', () => {
  expect(draft.publishedFrom).toBe('2026-11-22T12:00')
  expect(messageOf({ ...draft, buttonLabel: ' さがす ', buttonTarget: 'search' }, '本文')).toEqual({
    name: 'winter-2026',
    title: '冬のキャンペーン',
    lead: '',
    markdown: '本文',
    imageId: null,
    button: { label: 'さがす', target: 'search' },
    publishedFrom: '2026-11-22T03:00:00.000Z',
    publishedUntil: null,
    isListed: true,
  })
})

it.each([
  ['an address of other signs', { name: '冬' }, 'アドレスは'],
  ['an address that ends with a hyphen', { name: 'winter-' }, 'アドレスは'],
  ['no beginning', { publishedFrom: '' }, '公開の開始'],
  ['a button without words', { buttonTarget: 'home', buttonLabel: ' ' }, 'ボタンの言葉'],
])('shows %s in words', (_, change, words) => {
  expect(messageOf({ ...draft, ...change }, '本文')).toContain(words)
})

it('a page that is edited and saved unchanged stays as it was', () => {
  const page = {
    name: 'winter',
    title: '冬',
    lead: '夜に',
    markdown: '本文',
    imageId: 'a1',
    button: { label: '行く', target: 'home' as const },
    publishedFrom: '2026-11-30T15:00:00.000Z',
    publishedUntil: '2026-12-31T15:00:00.000Z',
    isListed: false,
  }
  expect(messageOf(draftOf({ ...page, revision: 2 }), page.markdown)).toEqual(page)
})
