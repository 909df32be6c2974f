// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { OwnItemMenu } from './own-item-menu.tsx'

const shownToast = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: shownToast }))

afterEach(async () => {
  await closePages()
  shownToast.mockClear()
})

const item = (price: number, change: Partial<OwnGalleryItem> = {}): OwnGalleryItem => ({
  ...{ id: '0f8fad5b-d9cb-469f-a165-70867728950e', kind: 'image', title: '港の夜', tags: [], price },
  ...{ state: 'published', appearsAt: null, files: [], video: null, refusal: null },
  ...{ sales: 0, returned: 0, earned: 0, views: 0, favourites: 0, changedAt: '2026-11-23T00:00:00.000Z' },
  ...change,
})

const opened = (price: number) =>
  openPage(<OwnItemMenu item={item(price)} onClose={() => undefined} />, {
    session: memberSession,
    answers: {
      '/api/get-own-gallery-items': {
        body: {
          type: 'success',
          ...{ items: [], prices: { min: 50, max: 3_000 }, isReviewedAfter: false },
          usual: [
            { kind: 'video', from: 50, to: 3_000 },
            { kind: 'image', from: 200, to: 600 },
          ],
        },
      },
    },
  })

it.each([
  [190, '低めの価格'],
  [610, '高めの価格'],
])('a changed price of %d is warned of as it is in the editor', async (price, warning) => {
  const page = await opened(price)
  await page.until(() => expect(document.body.textContent).toContain(warning))
})

it('a usual price is not', async () => {
  const page = await opened(300)
  await page.until(() => expect(document.body.textContent).toContain('50pt〜3,000pt'))
  expect(document.body.textContent).not.toContain('よく購入されている価格')
})

it.each([
  [null, '削除しました'],
  ['withdrawn', '公開を終えました'],
] as const)('says what became of an item that was to be deleted: %s', async (state, said) => {
  const page = await openPage(
    <OwnItemMenu item={item(300, { state: 'refused' })} onClose={() => undefined} />,
    {
      session: memberSession,
      answers: { '/api/withdraw-gallery-item': { body: { type: 'success', state } } },
    },
  )
  await page.press('削除する')
  await page.press('削除する')
  await page.until(() => expect(shownToast).toHaveBeenCalledWith(expect.objectContaining({ title: said })))
})

it('an item with buyers isn’t said to be deleted', async () => {
  const page = await openPage(
    <OwnItemMenu item={item(300, { state: 'refused', sales: 2 })} onClose={() => undefined} />,
    { session: memberSession },
  )
  await page.press('公開を終える')
  expect(document.body.textContent).toContain('購入した2人は、これからも見られます。')
})
