// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  buttonsOf,
  closePages,
  memberSession,
  nameOf,
  openPageAt,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { EditItemPage } from './edit-item-page.tsx'

const told = vi.hoisted(() => ({ titles: [] as string[] }))
vi.mock('#web/ui/dialog/toast.ts', () => ({
  showToast: async ({ title }: { title: string }) => void told.titles.push(title),
}))

afterEach(async () => {
  await closePages()
  told.titles = []
})

const own = paths.editGalleryItem('0f8fad5b-d9cb-469f-a165-70867728950e')
const done = { body: { type: 'success' } }

const opened = async (isReviewedAfter: boolean) => {
  const routes = [
    { path: patterns.editGalleryItem, element: <EditItemPage /> },
    { path: '*', element: 'ほかの画面' },
  ]
  const page = await openPageAt(routes, {
    session: memberSession,
    at: own,
    answers: {
      '/api/get-own-gallery-items': {
        body: { type: 'success', items: [], prices: { min: 100, max: 5_000 }, usual: [], isReviewedAfter },
      },
      '/api/save-gallery-item': done,
      '/api/submit-gallery-item': done,
    },
  })
  const field = (type: string) => document.querySelector<HTMLInputElement>(`input${type}`) ?? undefined
  const title = () => field('[required]')
  await page.until(() => expect(title()).toBeDefined())
  const appearsAt = (text: string) => typeInto(field('[type="datetime-local"]'), text)
  return { ...page, title, appearsAt }
}

it.each([
  ['appears at once', true, '', '公開する', '公開しました'],
  ['appears later', true, '2099-01-01T12:00', '公開を予約する', '公開を予約しました'],
  ['appeared at a time that is over', true, '2020-01-01T12:00', '公開する', '公開しました'],
  ['is reviewed before', false, '2099-01-01T12:00', '審査に送る', '審査に送りました'],
])('says what becomes of an item that %s', async (_, isReviewedAfter, at, label, title) => {
  const page = await opened(isReviewedAfter)
  await typeInto(page.title(), '夕暮れ')
  await page.appearsAt(at)
  await page.press(label)
  await page.until(() => expect(told.titles).toEqual([title]))
})

it('keeps what was written over a ring, and forgets it once it is saved', async () => {
  const page = await opened(true)
  await typeInto(page.title(), '夕暮れ')
  await page.press('動画')
  await act(async () => page.router.navigate('/ring'))
  await act(async () => page.router.navigate(own))
  expect(page.title()?.value).toBe('夕暮れ')
  const video = buttonsOf().find((button) => nameOf(button) === '動画')
  expect(video?.getAttribute('aria-pressed')).toBe('true')
  await page.press('下書きを保存する')
  await page.until(() => expect(told.titles).toEqual(['下書きを保存しました']))
  await act(async () => page.router.navigate(own))
  expect(page.title()?.value).toBe('')
})
