import { expect, it, vi } from 'vitest'
import { createMemoryRouter, createRouter } from './create-router.ts'
import { memoryHistory } from './history.ts'
import { type RouteObject, replace } from './routes.ts'

const Screen = () => null

const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

type Code = { Component: typeof Screen }
const there = (path: string): RouteObject => ({ path, Component: Screen })
const screensShown = ({ state }: ReturnType<typeof createMemoryRouter>) => ({
  path: state.location.pathname,
  route: state.matches?.at(-1)?.route.path,
  navigation: state.navigation.state,
})

it('shows a screen whose code is there at once, also on a server', () => {
  expect(typeof window).toBe('undefined')
  const router = createMemoryRouter([there('/'), there('/chat/:id')], { initialEntries: ['/chat/3?a=1#b'] })
  expect(router.state.matches?.map(({ params }) => params)).toEqual([{ id: '3' }])
  expect(router.state.location).toMatchObject({
    pathname: '/chat/3',
    search: '?a=1',
    hash: '#b',
    state: null,
  })
  void router.navigate('/')
  expect(screensShown(router)).toEqual({ path: '/', route: '/', navigation: 'idle' })
})

it('keeps the present screen, and its address, until the code of the next one is there', async () => {
  const code = deferred<Code>()
  const router = createMemoryRouter([there('/'), { path: '/late', lazy: () => code.promise }])
  const moved = router.navigate('/late')
  expect(screensShown(router)).toEqual({ path: '/', route: '/', navigation: 'loading' })
  code.resolve({ Component: Screen })
  await moved
  expect(screensShown(router)).toEqual({ path: '/late', route: '/late', navigation: 'idle' })
})

it('ignores a screen that comes after the member went elsewhere', async () => {
  const code = deferred<Code>()
  const lazy = vi.fn(() => code.promise)
  const router = createMemoryRouter([there('/'), there('/there'), { path: '/late', lazy }])
  const moved = router.navigate('/late')
  await vi.waitFor(() => expect(lazy).toHaveBeenCalled())
  await router.navigate('/there')
  code.resolve({ Component: Screen })
  await moved
  expect(screensShown(router)).toEqual({ path: '/there', route: '/there', navigation: 'idle' })
  // The abandoned address never entered the history.
  await router.navigate(-1)
  expect(screensShown(router)).toMatchObject({ path: '/' })
})

it('follows no redirect of an address that the member has left', async () => {
  const routes = deferred<RouteObject[]>()
  const loadRoutes = () => routes.promise
  const router = createRouter({ routes: [there('/'), there('/there')], loadRoutes, history: memoryHistory() })
  const moved = router.navigate('/other')
  await router.navigate('/there')
  routes.resolve([there('/own'), { path: '/other', loader: () => replace('/own') }])
  await moved
  expect(screensShown(router)).toMatchObject({ path: '/there', navigation: 'idle' })
})

it('shows that code could not be loaded, and loads it again at the next visit', async () => {
  const lazy = vi.fn<() => Promise<Code>>().mockRejectedValueOnce(new Error('offline'))
  lazy.mockResolvedValue({ Component: Screen })
  const router = createMemoryRouter([there('/'), { path: '/late', lazy }])
  await router.navigate('/late')
  expect(router.state.failure).toEqual({ error: new Error('offline') })
  expect(screensShown(router)).toEqual({ path: '/late', route: '/late', navigation: 'idle' })
  await router.navigate('/')
  expect(router.state.failure).toBeNull()
  await router.navigate('/late')
  expect(router.state.failure).toBeNull()
  expect(lazy).toHaveBeenCalledTimes(2)
})

it('loads the whole list of routes once, for the first address that needs it', async () => {
  const loadRoutes = vi.fn(async () => [there('/'), there('/a'), there('/b')])
  const router = createRouter({ routes: [there('/')], loadRoutes, history: memoryHistory() })
  expect(loadRoutes).not.toHaveBeenCalled()
  await router.navigate('/a')
  await router.navigate('/b')
  expect(screensShown(router)).toMatchObject({ path: '/b', route: '/b' })
  expect(loadRoutes).toHaveBeenCalledTimes(1)
})

it('shows at the first route that the list could not be loaded, and asks for it again', async () => {
  const loadRoutes = vi.fn<() => Promise<RouteObject[]>>().mockRejectedValueOnce(new Error('offline'))
  loadRoutes.mockResolvedValue([there('/a')])
  const router = createRouter({ routes: [there('/')], loadRoutes, history: memoryHistory(['/a']) })
  await router.ready
  expect(router.state).toMatchObject({ failure: { error: new Error('offline') } })
  expect(router.state.matches?.map(({ route }) => route.path)).toEqual(['/'])
  await router.navigate('/a')
  expect(screensShown(router)).toMatchObject({ path: '/a', route: '/a' })
})

it('follows a redirect: the asked address is not in the history', async () => {
  const routes = [there('/'), there('/own'), { path: '/other', loader: () => replace('/own') }]
  const router = createMemoryRouter(routes, { initialEntries: ['/', '/other'] })
  expect(screensShown(router)).toMatchObject({ path: '/own' })
  await router.navigate(-1)
  expect(screensShown(router)).toMatchObject({ path: '/' })
  await router.navigate('/other')
  expect(screensShown(router)).toMatchObject({ path: '/own' })
  await router.navigate(-1)
  expect(screensShown(router)).toMatchObject({ path: '/' })
})

it('keeps the state and the key of an entry, and replaces one on request', async () => {
  const router = createMemoryRouter([there('/'), there('/a'), there('/b')])
  const home = router.state.location
  await router.navigate('/a', { state: { draft: 1 } })
  const before = router.state.location
  expect(before.state).toEqual({ draft: 1 })
  await router.navigate('/b', { replace: true })
  expect(router.state.location.key).not.toBe(before.key)
  await router.navigate(-1)
  expect(router.state.location).toEqual(home)
  await router.navigate(1)
  expect(router.state.location).toMatchObject({ pathname: '/b', state: null })
})

it('tells which page is left while it is still shown', async () => {
  const router = createMemoryRouter([there('/'), there('/a')])
  const left: string[] = []
  router.onLeave(({ pathname }) => left.push(`${pathname} at ${router.state.location.pathname}`))
  await router.navigate('/a')
  await router.navigate(-1)
  expect(left).toEqual(['/ at /', '/a at /a'])
})

it('asks a guard before a link and before back, and goes on where it is told to', async () => {
  const router = createMemoryRouter([there('/'), there('/call'), there('/end')])
  await router.navigate('/call')
  const destinations: string[] = []
  let blocked: { proceed: () => void; reset: () => void } | null = null
  const release = router.block({
    shouldBlock: ({ currentLocation, nextLocation }) => {
      destinations.push(`${currentLocation.pathname} to ${nextLocation.pathname}`)
      return true
    },
    onChange: (next) => {
      blocked = next
    },
  })
  const blocker = () => blocked as { proceed: () => void; reset: () => void } | null

  await router.navigate('/end')
  expect(screensShown(router)).toMatchObject({ path: '/call' })
  blocker()?.reset()
  expect(blocker()).toBeNull()

  await router.navigate(-1)
  expect(screensShown(router)).toMatchObject({ path: '/call' })
  blocker()?.reset()
  // The history is at the call again: back leads to the page before it.
  await router.navigate(-1)
  expect(destinations).toEqual(['/call to /end', '/call to /', '/call to /'])
  blocker()?.proceed()
  expect(blocker()).toBeNull()
  expect(screensShown(router)).toMatchObject({ path: '/' })

  release()
  await router.navigate('/end')
  expect(screensShown(router)).toMatchObject({ path: '/end' })
})
