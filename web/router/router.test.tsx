// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  createMemoryRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  Route,
  type RouteObject,
  RouterProvider,
  Routes,
  useLocation,
  useNavigation,
  useOutletContext,
  useParams,
  useRouteError,
  useSearchParams,
} from './router.ts'

/** Counts the frames that were made. */
const frames = { count: 1 }

const StateText = () => <>{JSON.stringify(useLocation().state)}</>

const Links = () => (
  <>
    <Link to="/a">plain</Link>
    <Link to="/a" target="_blank">
      tab
    </Link>
    <Link to="/a" download>
      file
    </Link>
    <Link to="https://elsewhere.example/">site</Link>
    <Link to="mailto:help@example.jp">mail</Link>
    <Link to="/a" onClick={(event) => event.preventDefault()}>
      refused
    </Link>
  </>
)

const Menu = () => (
  <>
    <NavLink to="/base">open</NavLink>
    <NavLink to="/base?from=menu#top" end>
      end
    </NavLink>
  </>
)

const Frame = () => {
  const [opened] = useState(() => frames.count++)
  return (
    <>
      frame {opened}: <Outlet context={`for ${useNavigation().state}`} />
    </>
  )
}

const Inside = () => (
  <>
    {useParams().id} {useOutletContext<string>()}
  </>
)

const Search = () => {
  const [search, setSearch] = useSearchParams()
  const add = (name: string) =>
    setSearch((now) => {
      now.append(name, '1')
      return now
    })
  const addBoth = () => {
    add('a')
    add('b')
  }
  return (
    <button type="button" onClick={addBoth}>
      {search.toString()}
    </button>
  )
}

const Failure = () => <>failed: {String(useRouteError())}</>

const Broken = () => {
  throw new Error('broken')
}

const Values = () => <>{JSON.stringify(useParams())}</>

const Console = () => (
  <Routes>
    <Route path="" element="first" />
    <Route path="orders/:orderId" element={<Values />} />
    <Route path="*" element="nowhere" />
  </Routes>
)

const Loaded = () => 'loaded'

let unmount: (() => void) | null = null

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(async () => {
  await act(async () => unmount?.())
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const open = async (routes: RouteObject[], at = '/', fallback?: ReactNode) => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  unmount = () => root.unmount()
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  await act(async () => root.render(<RouterProvider router={router} fallback={fallback} />))
  const link = (name: string) => {
    const found = [...place.querySelectorAll('a')].find(({ textContent }) => textContent === name)
    if (!found) throw new Error(`no link ${name}`)
    return found
  }
  /** @returns whether the browser was left to follow it */
  const press = async (name: string, init: MouseEventInit = {}): Promise<boolean> => {
    let isLeft = false
    const follow = (event: Event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', follow, { once: true })
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init })
    await act(async () => link(name).dispatchEvent(event))
    return isLeft
  }
  const go = (to: string) => act(async () => router.navigate(to))
  return { router, press, link, go, text: () => place.textContent }
}

it('navigates by a link, with its state', async () => {
  const page = await open([
    {
      path: '/',
      element: (
        <Link to="/chat/3" state={{ rate: 140 }}>
          chat
        </Link>
      ),
    },
    { path: '/chat/:id', Component: StateText },
  ])
  expect(page.link('chat').getAttribute('href')).toBe('/chat/3')
  expect(await page.press('chat')).toBe(false)
  expect(page.text()).toBe('{"rate":140}')
})

it('leaves to the browser what is not a plain press on a link of this site', async () => {
  const page = await open([{ path: '/', Component: Links }, { path: '/a' }])
  for (const init of [
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    expect(await page.press('plain', init)).toBe(true)
  for (const name of ['tab', 'file', 'site', 'mail']) expect(await page.press(name)).toBe(true)
  expect(await page.press('refused')).toBe(false)
  expect(page.router.state.location.pathname).toBe('/')
})

it('makes no second entry for the address that is shown already', async () => {
  const page = await open([{ path: '/' }, { path: '/a', element: <Link to="/a?b=1">again</Link> }])
  await page.go('/a?b=1')
  await page.press('again')
  await act(async () => page.router.navigate(-1))
  expect(page.router.state.location.pathname).toBe('/')
})

it('marks the link of the shown page, and of pages below it unless it says end', async () => {
  const page = await open([{ path: '*', Component: Menu }], '/base')
  const marks = () => ['open', 'end'].map((name) => page.link(name).getAttribute('aria-current'))
  expect(marks()).toEqual(['page', 'page'])
  await page.go('/base/earnings')
  expect(marks()).toEqual(['page', null])
  await page.go('/based')
  expect(marks()).toEqual([null, null])
})

it('keeps a frame, and what it holds, while the screens in it change', async () => {
  const children = [
    { path: '/list', Component: Inside },
    { path: '/chat/:id', Component: Inside },
  ]
  const page = await open([{ Component: Frame, children }], '/list')
  await page.go('/chat/3')
  await page.go('/chat/4')
  expect(page.text()).toBe('frame 1: 4 for idle')
})

it('changes the search of the address, from what it is by then', async () => {
  const page = await open([{ path: '/', Component: Search }], '/?x=0#part')
  await act(async () => document.querySelector('button')?.click())
  expect(page.text()).toBe('x=0&a=1&b=1')
})

it('shows a failure at the nearest boundary, until the next navigation', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = await open(
    [
      {
        ErrorBoundary: Failure,
        children: [
          { path: '/', element: 'home' },
          { path: '/broken', Component: Broken },
          { path: '/missing', lazy: () => Promise.reject(new Error('offline')) },
        ],
      },
    ],
    '/broken',
  )
  expect(page.text()).toBe('failed: Error: broken')
  await page.go('/')
  expect(page.text()).toBe('home')
  await page.go('/missing')
  expect(page.text()).toBe('failed: Error: offline')
  await page.go('/')
  expect(page.text()).toBe('home')
})

it('shows the fallback until the first screen is loaded', async () => {
  let arrive: (code: { Component: () => ReactNode }) => void = () => {}
  const lazy = () => new Promise<{ Component: () => ReactNode }>((resolve) => (arrive = resolve))
  const page = await open([{ path: '/', lazy }], '/', 'loading')
  expect(page.text()).toBe('loading')
  await act(async () => arrive({ Component: Loaded }))
  expect(page.text()).toBe('loaded')
})

it('shows routes below a path, with all parameters', async () => {
  const page = await open([{ path: '/operator/*', Component: Console }], '/operator')
  expect(page.text()).toBe('first')
  await page.go('/operator/orders/7')
  expect(page.text()).toContain('"orderId":"7"')
  await page.go('/operator/else')
  expect(page.text()).toBe('nowhere')
})

it('navigates at once by Navigate, in place of the entry when asked', async () => {
  const page = await open([
    { path: '/' },
    { path: '/old', element: <Navigate to="/new" replace /> },
    { path: '/new' },
  ])
  await page.go('/old')
  expect(page.router.state.location.pathname).toBe('/new')
  await act(async () => page.router.navigate(-1))
  expect(page.router.state.location.pathname).toBe('/')
})
