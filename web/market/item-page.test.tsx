// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { ItemDetail } from '#contract/market/items.ts'
import { closePages, type FakeAnswers, memberSession, openPageAt } from '#web/session/testing/fake-page.tsx'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { MarketItemPage } from './item-page.tsx'

afterEach(closePages)

const itemId = '0f8fad5b-d9cb-469f-a165-70867728950e'
const item: ItemDetail = {
  ...{ itemId, title: '港の絵', points: 400, imageId: 'c', imageIds: ['c'], state: 'onSale', version: 1 },
  ...{ favourites: 0, isFavourite: false, description: '額つき', category: 'other', condition: 'good' },
  ...{ postage: 'seller', prefecture: '東京都', shipDays: '1to2', isOwn: false, questions: [], offers: [] },
  ...{ listedAt: '2026-11-23T00:00:00.000Z', seller: { name: 'みお', avatarId: null, good: 0, bad: 0 } },
  ...{ ownPoints: 400, removedReason: null, transactionId: null },
}
const path = '/api/get-flea-market-item-detail'

it('takes the item away when it learns that it is gone', async () => {
  const gone = { status: 404, body: { type: 'error', code: 'notFound', message: '見つかりません' } }
  const answers: FakeAnswers = { [path]: { body: { type: 'success', item } } }
  const page = await openPageAt([{ path: patterns.marketItem, element: <MarketItemPage /> }], {
    session: memberSession,
    at: paths.marketItem(itemId),
    answers,
  })
  await page.until(() => expect(document.body.textContent).toContain('額つき'))
  answers[path] = gone
  // After a press the page asks again, though the press was refused.
  await page.press('お気に入りに追加')
  await page.until(() => expect(document.body.textContent).toContain('見つかりません'))
  expect(document.body.textContent).not.toContain('額つき')
  expect(document.querySelector('img[alt^="港の絵"]')).toBeNull()
})
