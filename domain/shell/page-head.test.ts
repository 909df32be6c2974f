import { expect, it } from 'vitest'
import { pageHeadOf as headIn, messagePageHead, publicPagesWith, siteDescription } from './page-head.ts'

const title = '利用規約'
const pages = publicPagesWith({
  terms: title,
  privacy: title,
  tokushoho: title,
  shikin: title,
  'external-transmission': title,
  community: title,
})
const pageHeadOf = (path: string) => headIn(pages, path)

it('lets search engines list the pages that are for everybody', () => {
  expect(pageHeadOf('/terms')).toEqual({
    path: '/terms',
    head: { title, description: siteDescription, isIndexed: true },
  })
  expect(pageHeadOf('/search/').path).toBe('/search')
  expect(pageHeadOf('/').head).toMatchObject({ title: null, isIndexed: true })
})

it.each([
  '/profile/unbroadcaster/10482736',
  '/profile/channel/10482736',
  '/gallery/018f2c3e-0000-7000-8000-000000000000',
  '/base/boards',
  '/base/timeline',
  '/chat/3',
  '/my-page',
  '/operator',
  '/message/unlisted',
  '/nowhere',
  '/constructor',
  '/__proto__',
])('keeps %s out of search engines and says nothing of it', (path) => {
  expect(pageHeadOf(path).head).toEqual({ title: null, description: siteDescription, isIndexed: false })
})

it('describes a message page by its own words', () => {
  expect(messagePageHead({ title: '夏の夜', lead: '' })).toMatchObject({ title: '夏の夜', isIndexed: true })
  expect(messagePageHead({ title: '夏の夜', lead: '7日まで' }).description).toBe('7日まで')
})
