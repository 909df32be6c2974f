import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Session } from '#contract/account/account.ts'
import { type AuthClient, authClient, type SessionState } from './auth-client.ts'

export type { Session, SessionUser } from '#contract/account/account.ts'
export { getSession, type SessionState, signIn, signOut, updateSession } from './auth-client.ts'

const Client = createContext<AuthClient>(authClient)

/**
 * Holds the session of the page: shared between tabs, and fetched again when the tab becomes visible.
 *
 * `session` is what came with the page (web/shell/boot.ts): null for a visitor, left out when it has to be fetched.
 */
export const SessionProvider = (props: {
  session?: Session | null | undefined
  client?: AuthClient
  children: ReactNode
}) => {
  const [client] = useState(() => {
    const used = props.client ?? authClient
    used.seed(props.session)
    return used
  })
  useEffect(() => client.start(), [client])
  return <Client value={client}>{props.children}</Client>
}

interface Renewing {
  update: AuthClient['updateSession']
}
type RequiredSessionState = Exclude<SessionState, { status: 'unauthenticated' }>

/**
 * The session of the page. With `required` a visitor is sent to the login (error=SessionRequired) and returns; until
 * then the status stays `loading`.
 */
export function useSession(options: { required: true }): RequiredSessionState & Renewing
export function useSession(options?: { required?: boolean }): SessionState & Renewing
export function useSession(options?: { required?: boolean }): SessionState & Renewing {
  const client = useContext(Client)
  const state = useSyncExternalStore(client.subscribe, client.state, client.state)
  const isSentAway = (options?.required ?? false) && state.status === 'unauthenticated'
  useEffect(() => {
    if (isSentAway) client.requireSession()
  }, [isSentAway, client])
  return useMemo(
    () => ({
      ...(isSentAway ? ({ status: 'loading', data: null } as const) : state),
      update: client.updateSession,
    }),
    [isSentAway, state, client],
  )
}
