import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { operatorEndpoints } from '#contract/operators/operators.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { refreshMe } from '../parts/operator-queries.ts'

/** Ends the session, also one whose sign-in is incomplete. */
export const SignOutButton = ({ children, onDone }: { children: ReactNode; onDone?: () => void }) => {
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => fetchEndpoint(operatorEndpoints.operatorSignOut, {}),
    onSuccess: () => onDone?.(),
    // Also when it was over already.
    onSettled: () => refreshMe(client),
  })
  return (
    <Button variant="quiet" size="s" icon={LogOut} busy={signOut.isPending} onClick={() => signOut.mutate()}>
      {children}
    </Button>
  )
}
