import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import type { Session } from '#contract/account/account.ts'
import { createMemoryRouter, type RouteObject, RouterProvider } from '#web/router/router.ts'
import { createAuthClient } from '../auth-client.ts'
import { SessionProvider } from '../session.tsx'

// Toasts close by timers, which may fire when the test's document is gone. It is loaded with the first toast.
vi.mock('#web/ui/dialog/toast-area.tsx', () => ({ present: () => undefined }))

export const memberSession: Session = {
  user: { id: '10482736', token: 'token', name: '太郎', isFirstRegister: false },
  expires: '2027-01-01T00:00:00.000Z',
}

/** A lazy part waits for its file to be compiled, on a machine that does other things too. */
const lateMs = 10_000

/** The server's answers by path; any other path is refused. */
export type FakeAnswers = Record<string, { status?: number; body: object }>

const notNamed = { status: 404, body: { type: 'error', code: 'notFound', message: '見つかりません' } }

const outsideAct = async <Result,>(wait: () => Promise<Result>): Promise<Result> => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  try {
    return await wait()
  } finally {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  }
}

let closeAll: (() => Promise<void>)[] = []

/** Closes the pages of a test; for `afterEach`. */
export const closePages = async (): Promise<void> => {
  for (const close of closeAll) await close()
  closeAll = []
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  document.body.replaceChildren()
}

interface FakePage {
  session: Session | null
  at?: string
  answers?: FakeAnswers
}

/** A page of happy-dom with a session, a place in a router and a server that gives fixed answers. */
export const openPageAt = async (routes: RouteObject[], { session, at = '/', answers = {} }: FakePage) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const requests: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    requests.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
    const { status = 200, body } = answers[path] ?? notNamed
    return Response.json(body, { status })
  })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  closeAll.push(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <SessionProvider session={session} client={createAuthClient()}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SessionProvider>,
    ),
  )
  const pressElement = (element: HTMLElement | undefined) => act(async () => element?.click())
  return {
    requests,
    router,
    /** Waits until the check holds: answers and lazy parts come late. */
    until: (check: () => void) =>
      // Outside of act, as in a browser, every update is rendered.
      outsideAct(() => vi.waitFor(check, { timeout: lateMs })),
    pressElement,
    press: (name: string) => pressElement(buttonOf(name)),
  }
}

/** One component as the whole page. */
export const openPage = (node: ReactNode, page: FakePage) => openPageAt([{ path: '*', element: node }], page)

/** Types into a field of React's, which listens to the browser's own setter. */
export const typeInto = (field: HTMLInputElement | HTMLTextAreaElement | undefined, text: string) =>
  act(async () => {
    if (!field) throw new Error('no field to type into')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** The accessible name, as far as these tests need it. */
export const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent ?? ''

export const buttonsOf = (within: ParentNode = document): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>('a, button'),
]

/** The last one of the name: a dialog follows the page in the document. */
const buttonOf = (name: string): HTMLElement => {
  const found = buttonsOf().findLast((button) => nameOf(button) === name)
  if (!found) throw new Error(`no ${name}; there are ${buttonsOf().map(nameOf).join(', ')}`)
  return found
}
