import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Session } from '#contract/account/account.ts'
import { LoadingPage } from '#web/layout/status-pages.tsx'
import { type Router, RouterProvider } from '#web/router/router.ts'
import type { AuthClient } from '#web/session/auth-client.ts'
import { SessionProvider } from '#web/session/session.tsx'
import { IsDrawnForDesktop } from '#web/shell/use-is-desktop.ts'

interface AppRootProps {
  session: Session | null | undefined
  client: AuthClient
  queries: QueryClient
  router: Router
  /** The device that the server rendered for. */
  isDesktop: boolean
}

/** What is around every page. The browser and the server render the same. */
export const AppRoot = ({ session, client, queries, router, isDesktop }: AppRootProps) => (
  <StrictMode>
    <IsDrawnForDesktop value={isDesktop}>
      <SessionProvider session={session} client={client}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} fallback={<LoadingPage />} />
        </QueryClientProvider>
      </SessionProvider>
    </IsDrawnForDesktop>
  </StrictMode>
)
