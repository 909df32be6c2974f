import type { Role } from '#contract/account/account.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'

/** The viewer's role: null for a visitor. Until it is known a member counts as a caller, as most are. */
export const useViewerRole = (): Role | null => {
  const { status } = useSession()
  const role = useMe().data?.role
  return status === 'authenticated' ? (role ?? 'caller') : null
}
