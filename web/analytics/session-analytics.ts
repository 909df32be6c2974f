import type { AuthClient } from '#web/session/auth-client.ts'
import type { Paths } from './analytics.ts'
import { rememberAnalyticsId } from './analytics-id.ts'

/** The tag's own cookies: `_ga` and one for each data stream. */
const tagCookie = /^_ga(_\w+)?$/

/** Deletes the client id that an earlier session left: our copy of it, and the cookies of the tag. */
const clearAnalytics = (): void => {
  rememberAnalyticsId(null)
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API has not reached every browser
    if (tagCookie.test(name)) document.cookie = `${name}=; path=/; expires=${new Date(0).toUTCString()}`
  }
}

/**
 * Runs analytics only while there is a session (decision 54). For a visitor nothing of them is loaded, requested or
 * stored.
 * @param load loads their code, whose failure costs the page views until the next page; null where none are configured
 */
export const followSession = (
  client: Pick<AuthClient, 'state' | 'subscribe'>,
  router: Paths,
  load: (() => Promise<(router: Paths) => () => void>) | null,
): void => {
  /** Null until the page knows who uses it. */
  let hasSession: boolean | null = null
  let end: (() => void) | null = null

  const begin = async () => {
    const start = await load?.().catch(() => null)
    // The session may have ended in between, or ended and begun again.
    if (start && hasSession && end === null) end = start(router)
  }
  const follow = () => {
    const { status } = client.state()
    const next = status === 'authenticated'
    if (status === 'loading' || next === hasSession) return
    hasSession = next
    if (hasSession) return void begin()
    end?.()
    end = null
    clearAnalytics()
  }

  client.subscribe(follow)
  follow()
}
