import type { QueryClient } from '@tanstack/react-query'
import type { AuthClient } from '#web/session/auth-client.ts'

/**
 * Empties the query cache when another member uses the page, or a visitor: most of it belongs to one member. It
 * subscribes before the screens do, so that none of them renders the former member's data once more. What a visitor
 * sees is public: after a registration it stays on the screen until it has been fetched again for the new member.
 */
export const clearOnSignOut = (
  queryClient: QueryClient,
  client: Pick<AuthClient, 'state' | 'subscribe'>,
): void => {
  /** Undefined until the page knows its session. */
  const memberId = (): string | null | undefined => {
    const { status, data } = client.state()
    return status === 'loading' ? undefined : (data?.user.id ?? null)
  }
  let known = memberId()
  client.subscribe(() => {
    const next = memberId()
    if (next === undefined || next === known) return
    if (known === null) {
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.invalidateQueries()
    } else if (known !== undefined) queryClient.clear()
    known = next
  })
}
