// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, type FakeAnswers, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { PurchasePage } from './purchase-page.tsx'
import { courseInfo } from './testing/fake-purchase.ts'

afterEach(closePages)

const text = () => document.body.textContent ?? ''

it('goes on with another card when the saved one was removed in another tab', async () => {
  const answers: FakeAnswers = { '/api/get-credit-purchase-course-info': { body: courseInfo } }
  const page = await openPage(<PurchasePage />, { session: memberSession, answers })
  await page.until(() => expect(text()).toContain('このカードの登録を削除する'))
  answers['/api/get-credit-purchase-course-info'] = {
    body: { ...courseInfo, methods: ['card'], savedCard: null },
  }
  window.dispatchEvent(new Event('visibilitychange'))
  await page.until(() => expect(text()).not.toContain('このカードの登録を削除する'))
  expect(text()).not.toContain('いまは販売しているコースがありません。')
  expect(
    document.querySelector<HTMLInputElement>('input[name=method]:checked')?.parentElement?.textContent,
  ).toContain('クレジットカード')
})

it('asks before it removes the saved card, and stays as it was where that is refused', async () => {
  const answers: FakeAnswers = { '/api/get-credit-purchase-course-info': { body: courseInfo } }
  const page = await openPage(<PurchasePage />, { session: memberSession, answers })
  const removed = () => page.requests.filter(({ path }) => path === '/api/remove-saved-card')
  const dialog = () => document.querySelector('[role=alertdialog]')
  const ask = async () => {
    await page.until(() => expect(text()).toContain('このカードの登録を削除する'))
    await page.press('このカードの登録を削除する')
  }
  await ask()
  expect(dialog()?.textContent).toContain('Visa •••• 1111では')
  await page.press('やめる')
  expect(dialog()).toBeNull()
  expect(removed()).toEqual([])
  await ask()
  await page.press('削除する')
  await page.until(() => expect(dialog()?.textContent).toContain('見つかりません'))
  answers['/api/remove-saved-card'] = { body: { type: 'success' } }
  answers['/api/get-credit-purchase-course-info'] = {
    body: { ...courseInfo, methods: ['card'], savedCard: null },
  }
  await page.press('削除する')
  await page.until(() => expect(text()).not.toContain('このカードの登録を削除する'))
  expect(dialog()).toBeNull()
  expect(removed()).toHaveLength(2)
})
