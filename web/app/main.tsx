import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setAgeGateShown } from '#web/age/age-gate.ts'
import { followSession } from '#web/analytics/session-analytics.ts'
import { followMember } from '#web/chat/member/current-chat.ts'
import { watchErrors } from '#web/monitoring/early-errors.ts'
import { type AuthClient, authClient } from '#web/session/auth-client.ts'
import { refreshRestoredPage } from '#web/session/restored-page.ts'
import { bootData } from '#web/shell/boot.ts'
import { clearOnSignOut } from '#web/shell/clear-on-sign-out.ts'
import { keepInstallOffer } from '#web/shell/offline/install-offer.ts'
import {
  isStoredShell,
  keepBrokenPicturesQuiet,
  keepShell,
  reloadWhenBack,
} from '#web/shell/offline/network.ts'
import { createQueryClient } from '#web/shell/query.ts'
import { applyTheme } from '#web/shell/theme/theme.ts'
import { whenIdle } from '#web/shell/use-idle.ts'
import { AppRoot } from './app-root.tsx'
import { seedAnswers } from './page-answers.ts'
import { createRouter } from './router.tsx'

applyTheme()
keepBrokenPicturesQuiet()
keepInstallOffer()
// Nobody's session is known without a network: screens wait, and the page itself comes with it.
const isShell = isStoredShell()
if (isShell) reloadWhenBack()
else keepShell()

/** The session stays unknown: a visitor would be sent to sign in. */
const waitingClient: AuthClient = { ...authClient, start: () => () => undefined }

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const queryClient = createQueryClient()
seedAnswers(queryClient)
clearOnSignOut(queryClient, authClient)
refreshRestoredPage(authClient, () => void queryClient.invalidateQueries())
const router = createRouter()
const { session, isGated = false, isMobile = false, measurementId, dsn } = bootData()
if (dsn) watchErrors(dsn)
setAgeGateShown(isGated)
followMember({
  client: authClient,
  boot: session,
  storage: () => localStorage,
  // Only its own screens need it at once; the others show no more of it than how much is unread.
  open: (memberId) =>
    (/^\/(chat|conversation)\//.test(location.pathname) ? Promise.resolve() : whenIdle())
      .then(() => import('#web/chat/member/open-member-chat.ts'))
      .then(({ openMemberChat }) => openMemberChat(memberId))
      .catch(() => null),
  clearPictures: (memberId) =>
    void import('#web/chat/outbox/picture-store.ts')
      .then((pictures) => pictures.clearOthersPictures(memberId))
      .catch(() => undefined),
})

const client = isShell ? waitingClient : authClient
const page = (
  <AppRoot session={session} client={client} queries={queryClient} router={router} isDesktop={!isMobile} />
)
if (root.firstElementChild)
  // The server's markup stands until the code of its screen is there.
  void router.ready.then(() => {
    // In a transition it gives way after every few milliseconds, and what is tapped first is taken over first.
    startTransition(() => void hydrateRoot(root, page))
    ;(document as Document & { takeOver?: () => void }).takeOver?.()
  })
else createRoot(root).render(page)

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
