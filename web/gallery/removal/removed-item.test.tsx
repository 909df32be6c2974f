// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import { closePages, type FakeAnswers, memberSession, openPageAt } from '#web/session/testing/fake-page.tsx'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { GalleryItemPage } from '../item-page.tsx'

afterEach(closePages)

const itemId = '0f8fad5b-d9cb-469f-a165-70867728950e'
const picture = { imageId: 'c', width: 4, height: 5, signature: null }
const item: GalleryItem = {
  ...{ id: itemId, kind: 'image', title: '港の夜', price: 400, pictures: 1, durationMs: null },
  ...{ owner: { id: '10482737', name: 'みお', avatarId: null }, access: 'bought', isWithdrawn: false },
  ...{ cover: picture, files: [picture], video: null, tags: [] },
  ...{ isFavourite: false, favourites: 0, shownAt: '2026-11-23T00:00:00.000Z', isUnopened: false },
  ...{ purchase: null, videoCode: null },
}
const path = '/api/get-gallery-item'
const shownPicture = () => document.querySelector('img[alt="「港の夜」の1枚目"]')

it('takes the pictures away when it learns that the item is gone', async () => {
  const answers: FakeAnswers = { [path]: { body: { type: 'success', item } } }
  const page = await openPageAt([{ path: patterns.galleryItem, element: <GalleryItemPage /> }], {
    session: memberSession,
    at: paths.galleryItem(itemId),
    answers,
  })
  await page.until(() => expect(shownPicture()).not.toBeNull())
  answers[path] = { status: 404, body: { type: 'error', code: 'notFound', message: '見つかりません' } }
  // A picture that can't be loaded any more makes the page ask again.
  await act(async () => shownPicture()?.dispatchEvent(new Event('error')))
  await page.until(() => expect(document.body.textContent).toContain('この作品は表示できません'))
  expect(shownPicture()).toBeNull()
})
