// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { useSwipeBack } from './use-swipe-back.ts'

afterEach(closePages)

const Page = ({ isOpen }: { isOpen: boolean }) => {
  useSwipeBack()
  return <dialog open={isOpen}>写真</dialog>
}

const touch = (type: 'touchstart' | 'touchend', ...xs: number[]) => {
  const touches = xs.map((clientX) => ({ clientX }))
  const event = Object.assign(new Event(type, { bubbles: true }), {
    touches: type === 'touchend' ? [] : touches,
    changedTouches: touches,
  })
  return act(async () => document.querySelector('dialog')?.dispatchEvent(event))
}

it.each([
  ['goes back after a swipe over the page', false, [20], '/gallery'],
  ['stays after a swipe over an open dialog', true, [20], '/purchase'],
  ['stays after a pinch', false, [20, 300], '/purchase'],
])('%s', async (_, isOpen, starts, end) => {
  const page = await openPage(<Page isOpen={isOpen} />, { session: memberSession, at: '/gallery' })
  await act(async () => page.router.navigate('/purchase'))
  await touch('touchstart', ...starts)
  await touch('touchend', 300)
  await page.until(() => expect(page.router.state.location.pathname).toBe(end))
})
