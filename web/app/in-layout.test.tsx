// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { createMemoryRouter, Outlet, RouterProvider } from '#web/router/router.ts'
import { inLayout } from './in-layout.ts'

const Layout = () => (
  <>
    <p>a running call</p>
    <Outlet />
  </>
)

const Broken = () => {
  throw new Error('broken')
}

it('keeps what is around a screen that fails', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('reportError', vi.fn())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const router = createMemoryRouter([inLayout(Layout, [{ path: '/', Component: Broken }])], {
    initialEntries: ['/'],
  })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  expect(document.body.textContent).toContain('a running call')
  expect(document.body.textContent).toContain('うまく表示できませんでした')
  await act(async () => root.unmount())
})
