import type { Role } from '#contract/account.ts'
import { useSession } from '#web/account/session.tsx'
import { useMe } from '#web/account/use-me.ts'

/** Who looks: null for a visitor. Until it is known a member counts as the caller most of them are. */
export const useViewerRole = (): Role | null => {
  const { status } = useSession()
  const role = useMe().data?.role
  return status === 'authenticated' ? (role ?? 'caller') : null
}
