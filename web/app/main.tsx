import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setAgeGateShown } from '#web/age/age-gate.ts'
import { followSession } from '#web/analytics/session-analytics.ts'
import { followMember } from '#web/chat/member/current-chat.ts'
import { watchErrors } from '#web/monitoring/early-errors.ts'
import { type AuthClient, authClient, createAuthClient } from '#web/session/auth-client.ts'
import { refreshRestoredPage } from '#web/session/restored-page.ts'
import { bootData } from '#web/shell/boot.ts'
import { clearOnSignOut } from '#web/shell/clear-on-sign-out.ts'
import { keepInstallOffer } from '#web/shell/offline/install-offer.ts'
import { isStoredShell, keepBrokenPicturesQuiet, reloadWhenBack } from '#web/shell/offline/network.ts'
import { createQueryClient } from '#web/shell/query.ts'
import { applyTheme } from '#web/shell/theme/theme.ts'
import { whenIdle } from '#web/shell/use-idle.ts'
import { AppRoot } from './app-root.tsx'
import { seedAnswers } from './page-answers.ts'
import { createRouter } from './router.tsx'

/** No first picture waits for it. */
const keepOfflineAfterMs = 5_000

applyTheme()
keepBrokenPicturesQuiet()
keepInstallOffer()
// Without a network the page shows what was kept of the member's lists, or waits; the page itself comes with the network.
const isShell = isStoredShell()
if (isShell) reloadWhenBack()

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
    void import('./clear-others.ts').then(({ clearOthers }) => clearOthers(memberId)).catch(() => undefined),
})

const pageOf = (client: AuthClient, viewer: typeof session) => (
  <AppRoot session={viewer} client={client} queries={queryClient} router={router} isDesktop={!isMobile} />
)
const offline = () => import('./keep-offline.ts')
if (isShell) {
  // It signs nobody in or out, and sends nobody to sign in: nothing else of the page learns of this session.
  const client = { ...createAuthClient(() => undefined), start: () => () => undefined }
  void offline()
    .then(({ showLastSeen }) => showLastSeen(queryClient))
    .catch(() => undefined)
    .then((viewer) => createRoot(root).render(pageOf(client, viewer)))
} else {
  if (root.firstElementChild)
    // The server's markup remains until the code of its screen is there.
    void router.ready.then(() => {
      // In a transition it gives way after every few milliseconds, and what is tapped first is taken over first.
      startTransition(() => void hydrateRoot(root, pageOf(authClient, session)))
      ;(document as Document & { takeOver?: () => void }).takeOver?.()
    })
  else createRoot(root).render(pageOf(authClient, session))
  setTimeout(
    () =>
      void offline()
        .then(({ keepOffline }) => keepOffline(queryClient, session, authClient))
        .catch(() => undefined),
    keepOfflineAfterMs,
  )
}

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
