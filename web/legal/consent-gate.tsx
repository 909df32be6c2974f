import { isConsentPromptedOn } from '#domain/legal/consent-pages.ts'
import { useLocation } from '#web/router/router.ts'
import { useMyCall } from '#web/session/my-call.ts'
import { ConsentModal } from './consent-modal.tsx'
import { useDueConsents } from './queries.ts'

/**
 * New terms, over the screens of a signed-in member, until the member agrees, logs out or deactivates the account. The
 * modal waits while the member is in a call, on every screen, and while messages are open.
 */
export const ConsentGate = () => {
  const { pathname } = useLocation()
  const due = useDueConsents()
  const isDue = due.length > 0 && isConsentPromptedOn(pathname)
  const isInCall = useMyCall(isDue) !== null
  return isDue && !isInCall ? <ConsentModal due={due} /> : null
}
