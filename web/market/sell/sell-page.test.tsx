// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  closePages,
  type FakeAnswers,
  memberSession,
  openPageAt,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { MarketSellPage } from './sell-page.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))
afterEach(closePages)

const save = '/api/save-flea-market-item'
const me = '/api/get-my-user-info'
const lost = { status: 502, body: {} }
const known: FakeAnswers = {
  '/api/get-flea-market-terms': {
    body: { type: 'success', pointsMin: 300, pointsMax: 9_000, fees: [], proceeds: 0, wallet: 0 },
  },
  [me]: { body: { type: 'success', user: { region: '大阪' } } },
}

const opened = async (answers: FakeAnswers) => {
  const routes = [
    { path: '/sell', element: <MarketSellPage /> },
    { path: '*', element: '着信' },
  ]
  const page = await openPageAt(routes, { session: memberSession, at: '/sell', answers })
  const title = () => document.querySelector<HTMLInputElement>('input:not([type="file"])') ?? undefined
  const saved = () =>
    page.requests.flatMap(({ path, body }) =>
      path === save ? [body as { itemId: string; title: string }] : [],
    )
  const send = async () => {
    const before = saved().length
    await page.press('出品する')
    await page.until(() => expect(saved()).toHaveLength(before + 1))
  }
  const go = (path: string) => act(async () => page.router.navigate(path))
  return { ...page, title, saved, send, go }
}

const chooseCategory = () =>
  act(async () => {
    const select = document.querySelector('select')
    if (select) select.value = 'other'
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })

it('keeps what was written over a ring, sends it as the same item, and begins anew once it is on sale', async () => {
  const answers: FakeAnswers = { ...known, [save]: lost }
  const page = await opened(answers)
  await page.until(() => expect(page.title()).toBeDefined())
  await typeInto(page.title(), '港の絵')
  await chooseCategory()
  await page.send()
  await page.go('/ring')
  await page.go('/sell')
  expect(page.title()?.value).toBe('港の絵')
  answers[save] = { body: { type: 'success', forbidden: null } }
  await page.send()
  const [first, again] = page.saved()
  expect(again).toEqual(first)
  await page.until(() => expect(page.router.state.location.pathname).not.toBe('/sell'))
  await page.go('/sell')
  expect(page.title()?.value).toBe('')
})

it('keeps what the operators do not allow to be sold', async () => {
  const page = await opened({
    ...known,
    [save]: { body: { type: 'success', forbidden: '出品できません。' } },
  })
  await page.until(() => expect(page.title()).toBeDefined())
  await typeInto(page.title(), '港の絵')
  await chooseCategory()
  await page.send()
  await page.until(() => expect(document.body.textContent).toContain('出品できません。'))
  await page.go('/ring')
  await page.go('/sell')
  expect(page.title()?.value).toBe('港の絵')
})

it('offers another try when it could not learn who sells', async () => {
  const answers: FakeAnswers = { ...known, [me]: lost }
  const page = await opened(answers)
  await page.until(() => expect(document.body.textContent).toContain('読み込めませんでした'))
  Object.assign(answers, known)
  await page.press('再試行')
  await page.until(() => expect(page.title()).toBeDefined())
})
