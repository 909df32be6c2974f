// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import {
  closePages,
  type FakeAnswers,
  memberSession,
  openPage,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { NewThreadModal } from './new-thread-modal.tsx'

afterEach(closePages)

const path = '/api/get-board-categories'

it('offers another try when the categories could not be fetched, and keeps what is written', async () => {
  const answers: FakeAnswers = { [path]: { status: 502, body: {} } }
  const page = await openPage(<NewThreadModal category={null} onClose={() => undefined} />, {
    session: memberSession,
    answers,
  })
  await page.until(() => expect(document.body.textContent).toContain('読み込めませんでした'))
  await typeInto(document.querySelector('textarea') ?? undefined, 'こんばんは')
  answers[path] = { body: { type: 'success', categories: [{ categoryId: 'talk', name: '雑談' }] } }
  await page.press('再試行')
  await page.until(() => expect(document.querySelector('select')?.value).toBe('talk'))
  expect(document.querySelector('textarea')?.value).toBe('こんばんは')
})
