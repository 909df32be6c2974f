import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  createMemoryRouter,
  Link,
  NavLink,
  Outlet,
  RouterProvider,
  ScrollRestoration,
  useParams,
} from './router.ts'

const Frame = () => (
  <>
    <NavLink to="/chat/3">here</NavLink>
    <Link to="/">home</Link>
    <Outlet />
    <ScrollRestoration />
  </>
)

const Chat = () => <p>{useParams().id}</p>

it('renders a screen on a server, once its code is there', async () => {
  expect(typeof window).toBe('undefined')
  const chat = { path: '/chat/:id', lazy: async () => ({ Component: Chat }) }
  const router = createMemoryRouter([{ Component: Frame, children: [chat] }], {
    initialEntries: ['/chat/3'],
  })
  const page = () => renderToString(<RouterProvider router={router} fallback="loading" />)
  expect(page()).toBe('loading')
  await router.ready
  expect(page()).toBe('<a aria-current="page" href="/chat/3">here</a><a href="/">home</a><p>3</p>')
})
