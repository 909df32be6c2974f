// @vitest-environment happy-dom
import { focusManager, notifyManager, useQueryClient } from '@tanstack/react-query'
import { act, useSyncExternalStore } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  closePages,
  type FakeAnswers,
  memberSession,
  openPage,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { MenuEditor } from './menu-editor.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))

afterEach(async () => {
  await closePages()
  focusManager.setFocused(undefined)
})

const ownPath = '/api/get-my-live-menu'
const savePath = '/api/save-my-live-menu'
const menuOf = (name: string) => ({
  body: {
    ...{ type: 'success', hasDevices: true, canConnect: false, bonusMax: 0, bonusPercent: 0 },
    items: [{ menuId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11', name, points: 100, seconds: 10 }],
  },
})

const field = () => document.querySelector('input') as HTMLInputElement

/** How many questions for the menu were settled, rendered together with what the editor makes of them. */
const Page = () => {
  const client = useQueryClient()
  const settled = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(() => notifyManager.schedule(onChange)),
    () => {
      const state = client.getQueryState(['live', 'own-menu'])
      return (state?.dataUpdateCount ?? 0) + (state?.errorUpdateCount ?? 0)
    },
  )
  return (
    <>
      <MenuEditor />
      <output>{settled}</output>
    </>
  )
}

const open = async () => {
  const answers: FakeAnswers = { [ownPath]: menuOf('手をふる'), [savePath]: { body: { type: 'success' } } }
  const page = await openPage(<Page />, { session: memberSession, answers })
  await page.until(() => expect(field()?.value).toBe('手をふる'))
  const asked = () => page.requests.filter(({ path }) => path === ownPath).length
  const settled = async (count: number) => {
    await page.until(() => expect(document.querySelector('output')?.textContent).toBe(String(count)))
    // What follows an answer without waiting for anything else has been done.
    await act(async () => undefined)
  }
  return {
    ...page,
    answers,
    asked,
    settled,
    write: (text: string) => typeInto(field(), text),
    /** The broadcaster comes back to the tab, and the menu is asked for again. */
    comeBack: async () => {
      const before = asked()
      await act(async () => {
        focusManager.setFocused(false)
        focusManager.setFocused(true)
      })
      await settled(before + 1)
    },
  }
}

it('shows a menu that was changed elsewhere while nothing is typed', async () => {
  const page = await open()
  page.answers[ownPath] = menuOf('おどる')
  await page.comeBack()
  expect(field().value).toBe('おどる')
})

it('keeps what is typed when the menu is asked for again, answered or not', async () => {
  const page = await open()
  await page.write('うたう')
  page.answers[ownPath] = menuOf('おどる')
  await page.comeBack()
  expect(field().value).toBe('うたう')
  page.answers[ownPath] = { status: 502, body: {} }
  await page.comeBack()
  expect(field()?.value).toBe('うたう')
})

it('shows what the server has once it was saved', async () => {
  const page = await open()
  await page.write('うたう ')
  page.answers[ownPath] = menuOf('うたう')
  await page.press('保存する')
  await page.until(() => expect(field().value).toBe('うたう'))
  expect(page.asked()).toBe(2)
})

it('keeps what is typed while it saves, and what was saved when the menu cannot be asked for', async () => {
  const page = await open()
  await page.write('うたう')
  const answerNow = fetch
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (to: string, init?: RequestInit) => {
    await promise
    return answerNow(to, init)
  })
  await page.press('保存する')
  await page.write('うたう二')
  page.answers[ownPath] = menuOf('うたう')
  await act(async () => resolve())
  await page.settled(2)
  expect(field().value).toBe('うたう二')
  page.answers[ownPath] = { status: 502, body: {} }
  await page.press('保存する')
  await page.settled(3)
  expect(field()?.value).toBe('うたう二')
})
