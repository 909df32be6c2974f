// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { startAnalytics } from './analytics.ts'
import { analyticsId } from './analytics-id.ts'

type Listener = (state: { location: { pathname: string } }) => void

const routerAt = (pathname: string) => {
  const listeners: Listener[] = []
  return {
    state: { location: { pathname } },
    subscribe: (listener: Listener) => {
      listeners.push(listener)
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    },
    go: (next: string) => {
      for (const listener of listeners) listener({ location: { pathname: next } })
    },
  }
}

const queue = (): unknown[][] =>
  ((window as Window & { dataLayer?: IArguments[] }).dataLayer ?? []).map((one) => [...one])
const views = () =>
  queue()
    .filter(([command, name]) => command === 'event' && name === 'page_view')
    .map(([, , fields]) => (fields as { page_location: string }).page_location.replace(location.origin, ''))

/** Called by the tag once it knows the client id. */
const askedId = () => {
  const idQuery = queue().find(([command]) => command === 'get')
  return idQuery?.[3] as (id: string) => void
}

beforeEach(() => {
  document.head.replaceChildren()
  localStorage.clear()
  Object.assign(window, { dataLayer: undefined })
})

test('reports page views without anybody’s id', () => {
  const router = routerAt('/')
  startAnalytics('G-TEST1234', router)
  router.go('/chat/12345678')
  router.go('/profile/unbroadcaster/pc/87654321')
  router.go('/profile/unbroadcaster/pc/87654321')
  expect(views()).toEqual(['/', '/chat/-', '/profile/unbroadcaster/pc/-'])
  expect(JSON.stringify(queue())).not.toMatch(/12345678|87654321/)
})

test('stores the id that registrations carry once it is known', () => {
  startAnalytics('G-TEST1234', routerAt('/'))
  expect(analyticsId()).toBe('')
  askedId()('123.456')
  expect(analyticsId()).toBe('123.456')
})

test('loads the script from the one host that the page allows', () => {
  startAnalytics('G-TEST1234', routerAt('/'))
  expect([...document.head.querySelectorAll('script')].map(({ src }) => src)).toEqual([
    'https://www.googletagmanager.com/gtag/js?id=G-TEST1234',
  ])
})

test('stops page views at its end, and drops an id that comes late', () => {
  const router = routerAt('/')
  const end = startAnalytics('G-TEST1234', router)
  const receiveId = askedId()
  end()
  router.go('/search')
  receiveId('123.456')
  expect(views()).toEqual(['/'])
  expect(analyticsId()).toBe('')
  expect(window).toHaveProperty('ga-disable-G-TEST1234', true)
})

test('reuses the loaded script for a second session in the same page', () => {
  startAnalytics('G-TEST1234', routerAt('/'))()
  startAnalytics('G-TEST1234', routerAt('/my-page'))
  expect(document.head.querySelectorAll('script')).toHaveLength(1)
  expect(window).toHaveProperty('ga-disable-G-TEST1234', false)
})
