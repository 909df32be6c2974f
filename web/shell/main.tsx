import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { authClient } from '#web/account/auth-client.ts'
import { SessionProvider } from '#web/account/session.tsx'
import { letGateStand } from '#web/age/age-gate.ts'
import { followSession } from '#web/analytics/session-analytics.ts'
import { followMember } from '#web/chat/current-chat.ts'
import { watchErrors } from '#web/monitoring/early-errors.ts'
import { bootData } from './boot.ts'
import { forgetWithMember } from './forget-with-member.ts'
import { createQueryClient } from './query.ts'
import { createRouter } from './router.tsx'
import { applyTheme } from './theme.ts'

applyTheme()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const queryClient = createQueryClient()
forgetWithMember(queryClient, authClient)
const router = createRouter()
const { session, isGated = false, measurementId, dsn } = bootData()
if (dsn) watchErrors(dsn)
letGateStand(isGated)
followMember({
  client: authClient,
  boot: session,
  storage: () => localStorage,
  open: (memberId) =>
    import('#web/chat/open-member-chat.ts')
      .then(({ openMemberChat }) => openMemberChat(memberId))
      .catch(() => null),
  forgetPictures: (memberId) =>
    void import('#web/chat/picture-store.ts')
      .then((pictures) => pictures.forgetOthersPictures(memberId))
      .catch(() => undefined),
})

createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionProvider>
  </StrictMode>,
)

// Nothing of the first page waits for it, and nothing is missed without it.
followSession(
  authClient,
  router,
  measurementId
    ? async () => {
        const { startAnalytics } = await import('#web/analytics/analytics.ts')
        return (paths) => startAnalytics(measurementId, paths)
      }
    : null,
)
