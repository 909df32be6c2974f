// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { PurchasePanel } from './purchase-panel.tsx'

afterEach(closePages)

const itemId = '0f8fad5b-d9cb-469f-a165-70867728950e'
const item = (change: Partial<GalleryItem> = {}): GalleryItem => ({
  ...{ id: itemId, kind: 'image', title: '港の夜', price: 400, pictures: 4, durationMs: null },
  ...{ owner: { id: '10482736', name: 'みお', avatarId: null }, access: 'locked', isWithdrawn: false },
  ...{ cover: { imageId: 'c', width: 4, height: 5, signature: null }, files: [], video: null, tags: [] },
  ...{ isFavourite: false, favourites: 0, shownAt: '2026-11-23T00:00:00.000Z', isUnopened: false },
  ...{ purchase: null, videoCode: null },
  ...change,
})

const opened = async (point: number, shown = item()) => {
  const page = await openPage(<PurchasePanel item={shown} />, {
    session: memberSession,
    answers: {
      '/api/get-my-point': { body: { type: 'success', point } },
      '/api/purchase-image': { body: { type: 'success', point: point - shown.price } },
      '/api/purchase-video': { body: { type: 'success', point: point - shown.price } },
      '/api/utage-not-enough-point': { body: { type: 'success' } },
    },
  })
  await page.until(() => expect(document.body.textContent).toContain('いまの残高'))
  return { ...page, text: () => document.body.textContent ?? '' }
}

it('says before the press what it costs, what one gets and what is left, and pays just that', async () => {
  const page = await opened(1_000)
  for (const said of ['画像4枚・いつでも見られます', 'いまの残高1,000pt', '購入後の残高600pt'])
    expect(page.text()).toContain(said)
  await page.press('400ptで購入する')
  const paid = () => page.requests.filter(({ path }) => path === '/api/purchase-image')
  await page.until(() =>
    expect(paid()).toEqual([{ path: '/api/purchase-image', body: { itemId, points: 400 } }]),
  )
})

it('a video is bought by its own endpoint, and its length is said', async () => {
  const page = await opened(1_000, item({ kind: 'video', pictures: 1, durationMs: 83_000 }))
  expect(page.text()).toContain('動画 1:23・いつでも見られます')
  await page.press('400ptで購入する')
  await page.until(() => expect(page.requests.map(({ path }) => path)).toContain('/api/purchase-video'))
})

it('leads from what was bought to its receipt', async () => {
  const purchase = { points: 400, boughtAt: '2026-11-23T00:00:00.000Z', receiptId: 48_213 }
  const page = await openPage(<PurchasePanel item={item({ access: 'bought', purchase })} />, {
    session: memberSession,
  })
  await page.press('購入の明細')
  expect(page.router.state.location.pathname).toBe('/my-page/receipts/48213')
})

it('says how many points are missing, and leads to them and back to the item', async () => {
  const page = await opened(150)
  expect(page.text()).toContain('足りないポイント250pt')
  await page.press('ポイントを追加する')
  await page.until(() =>
    expect(page.requests.map(({ path }) => path)).toContain('/api/utage-not-enough-point'),
  )
  expect(page.requests.map(({ path }) => path)).not.toContain('/api/purchase-image')
  const { pathname, search } = page.router.state.location
  expect(`${pathname}${search}`).toBe(paths.purchase(paths.galleryItem(itemId)))
})
