// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { startAnalytics } from './analytics.ts'
import { analyticsId } from './analytics-id.ts'

type Listener = (state: { location: { pathname: string } }) => void

const routerAt = (pathname: string) => {
  const listeners: Listener[] = []
  return {
    state: { location: { pathname } },
    subscribe: (listener: Listener) => listeners.push(listener),
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

beforeEach(() => {
  document.head.replaceChildren()
  localStorage.clear()
  Object.assign(window, { dataLayer: undefined })
})

test('page views are told without whom they are about', () => {
  const router = routerAt('/')
  startAnalytics('G-TEST1234', router)
  router.go('/chat/12345678')
  router.go('/profile/unbroadcaster/pc/87654321')
  router.go('/profile/unbroadcaster/pc/87654321')
  expect(views()).toEqual(['/', '/chat/-', '/profile/unbroadcaster/pc/-'])
  expect(JSON.stringify(queue())).not.toMatch(/12345678|87654321/)
})

test('the id that registrations carry is kept once it is known', () => {
  startAnalytics('G-TEST1234', routerAt('/'))
  expect(analyticsId()).toBe('')
  const asked = queue().find(([command]) => command === 'get')
  const tell = asked?.[3] as (id: string) => void
  tell('123.456')
  expect(analyticsId()).toBe('123.456')
})

test('the script comes from the one host that the page allows', () => {
  startAnalytics('G-TEST1234', routerAt('/'))
  expect([...document.head.querySelectorAll('script')].map(({ src }) => src)).toEqual([
    'https://www.googletagmanager.com/gtag/js?id=G-TEST1234',
  ])
})
