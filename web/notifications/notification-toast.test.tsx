// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { socketHub } from '#web/realtime/socket.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { NotificationToast } from './notification-toast.tsx'
import { useNotificationPages, useNotifications } from './queries.ts'

const socket = vi.hoisted(() => ({
  handlers: new Map<string, () => void>(),
  io: { on: () => undefined, off: () => undefined },
  ...{ connected: false, active: true, emit: () => undefined, disconnect: () => undefined },
  on: (name: string, handler: () => void) => void socket.handlers.set(name, handler),
}))
vi.mock('socket.io-client', () => ({ io: () => socket }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  socket.connected = false
  socketHub.open()
})
afterEach(async () => {
  await closePages()
  socketHub.close()
  socket.handlers.clear()
  vi.useRealTimers()
})

const List = () => {
  const isRead = [useNotificationPages(), useNotifications()].every(({ isSuccess }) => isSuccess)
  return isRead ? <p>すべて</p> : null
}
const path = '/api/get-notifications'

/** The notifications page with the toast: both have asked for the newest ones. */
const opened = async () => {
  const page = await openPage(
    <>
      <NotificationToast />
      <List />
    </>,
    {
      session: memberSession,
      answers: { [path]: { body: { type: 'success', notifications: [], unread: 0, next: null } } },
    },
  )
  const asked = () => page.requests.filter((each) => each.path === path).length
  await page.until(() => {
    expect(document.body.textContent).toBe('すべて')
    expect(socket.handlers.has('connect')).toBe(true)
  })
  expect(asked()).toBe(2)
  return { page, asked }
}

const comeUp = () =>
  act(async () => {
    socket.connected = true
    socket.handlers.get('connect')?.()
  })

it('the list and the newest are read again when something has come', async () => {
  const { page, asked } = await opened()
  await act(async () => socket.handlers.get('notices:changed')?.())
  await page.until(() => expect(asked()).toBe(4))
})

it('both are read again when the socket is back, and not with the first connection of a page', async () => {
  const { page, asked } = await opened()
  await comeUp()
  expect(asked()).toBe(2)
  await comeUp()
  await page.until(() => expect(asked()).toBe(4))
})

it('both are read again when the first connection came late', async () => {
  const { page, asked } = await opened()
  vi.setSystemTime(Date.now() + 20_000)
  await comeUp()
  await page.until(() => expect(asked()).toBe(4))
})
