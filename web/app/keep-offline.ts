import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '#contract/account/account.ts'
import { socketHub } from '#web/realtime/socket.ts'
import type { AuthClient } from '#web/session/auth-client.ts'
import { retryBrokenPictures } from '#web/shell/offline/broken-pictures.ts'
import { keepLastSeen } from '#web/shell/offline/last-seen.ts'
import { deleteLastSeen } from '#web/shell/offline/last-seen-mark.ts'
import { shellCacheName } from '#web/shell/offline/shell-cache.ts'

export { showLastSeen } from '#web/shell/offline/last-seen.ts'

/** What this page has loaded came before the worker could store it; the browser still has it. */
const storeLoadedAssets = async (): Promise<void> => {
  const cache = await caches.open(shellCacheName)
  for (const { name } of performance.getEntriesByType('resource')) {
    const { origin, pathname } = new URL(name)
    if (origin !== location.origin || !pathname.startsWith('/assets/')) continue
    if (!(await cache.match(name))) await cache.add(name)
  }
}

/** Has the browser keep the shell, and a member's lists, and try again what failed. A browser that refuses goes without. */
export const keepOffline = (
  queries: QueryClient,
  session: Session | null | undefined,
  client: Pick<AuthClient, 'state'>,
): void => {
  retryBrokenPictures()
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register('/offline.js', { scope: '/', updateViaCache: 'none' })
    .then(storeLoadedAssets)
    .catch(() => undefined)
  // The first page of a browser stays without the worker, and loads more screens.
  if (!navigator.serviceWorker.controller)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') storeLoadedAssets().catch(() => undefined)
    })
  if (session) keepLastSeen(queries, session, client, (drop) => socketHub.on('chat:relisted', drop))
  // What an earlier page began to delete at a sign-out, or wrote in its last moment.
  else void deleteLastSeen()
}
