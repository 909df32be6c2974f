import type { AuthClient } from './auth-client.ts'

/** A step back may show a page as it was left, from the browser's memory. */
const isRestored = (event: Event): boolean => (event as PageTransitionEvent).persisted

/**
 * A restored page must not show what may be another person's by now. A member's page is hidden at once and loaded anew. A
 * visitor's is shown, its data is fetched again, and it is loaded anew when somebody has signed in since.
 */
export const refreshRestoredPage = (
  client: Pick<AuthClient, 'state' | 'getSession'>,
  refreshData: () => void,
  reload = () => location.reload(),
): (() => void) => {
  const refresh = async () => {
    if (client.state().status === 'authenticated') {
      document.documentElement.style.visibility = 'hidden'
      reload()
      return
    }
    if (await client.getSession()) reload()
    else refreshData()
  }
  const onShow = (event: Event) => {
    if (isRestored(event)) void refresh()
  }
  addEventListener('pageshow', onShow)
  return () => removeEventListener('pageshow', onShow)
}
