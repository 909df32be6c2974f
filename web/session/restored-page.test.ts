// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { SessionState } from './auth-client.ts'
import { refreshRestoredPage } from './restored-page.ts'
import { memberSession } from './testing/fake-page.tsx'

const visitor: SessionState = { status: 'unauthenticated', data: null }
const member: SessionState = { status: 'authenticated', data: memberSession }

const restore = async (left: SessionState, now: SessionState, persisted = true) => {
  const refreshData = vi.fn()
  const reload = vi.fn()
  const stop = refreshRestoredPage(
    { state: () => left, getSession: async () => now.data },
    refreshData,
    reload,
  )
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  const isHiddenAtOnce = document.documentElement.style.visibility === 'hidden'
  await Promise.resolve()
  await Promise.resolve()
  stop()
  document.documentElement.removeAttribute('style')
  return { isHiddenAtOnce, reloads: reload.mock.calls.length, refreshes: refreshData.mock.calls.length }
}

test('shows a member’s page to nobody before it is loaded anew', async () => {
  expect(await restore(member, visitor)).toEqual({ isHiddenAtOnce: true, reloads: 1, refreshes: 0 })
})

test('refreshes a visitor’s page, and loads it anew when somebody has signed in since', async () => {
  expect(await restore(visitor, visitor)).toEqual({ isHiddenAtOnce: false, reloads: 0, refreshes: 1 })
  expect(await restore(visitor, member)).toMatchObject({ reloads: 1, refreshes: 0 })
})

test('leaves a page alone that was loaded', async () => {
  expect(await restore(member, member, false)).toEqual({ isHiddenAtOnce: false, reloads: 0, refreshes: 0 })
})
