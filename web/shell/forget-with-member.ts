import type { QueryClient } from '@tanstack/react-query'
import type { AuthClient } from '#web/session/auth-client.ts'

/**
 * Empties the query cache when somebody else uses the page, or nobody any more: most of it is one member's own.
 * It listens before the screens do, so that none of them draws the former member's data once more.
 */
export const clearOnSignOut = (
  queryClient: QueryClient,
  client: Pick<AuthClient, 'state' | 'subscribe'>,
): void => {
  /** Undefined until the page knows who uses it. */
  const memberId = (): string | null | undefined => {
    const { status, data } = client.state()
    return status === 'loading' ? undefined : (data?.user.id ?? null)
  }
  let known = memberId()
  client.subscribe(() => {
    const next = memberId()
    if (next === undefined || next === known) return
    if (known !== undefined) queryClient.clear()
    known = next
  })
}
