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
