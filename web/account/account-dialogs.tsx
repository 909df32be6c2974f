import { useEffect } from 'react'
import { googleReturnParameter } from '#contract/account/google-return.ts'
import { isIncomingPage } from '#domain/calls/call-pages.ts'
import { useLocation, useSearchParams } from '#web/router/router.ts'
import { useAccountDialog } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useContact } from '#web/shell/contact.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AreModalsAside } from '#web/ui/dialog/modals-aside.ts'
import { useIsIdentityProofRequested } from './identity-proof/identity-proof.ts'

const loadModals = () => import('./account-modals.tsx')
const AccountModal = lazyPart(async () => (await loadModals()).AccountModal)
const ContactModal = lazyPart(async () => (await import('./mail/contact-modal.tsx')).ContactModal)
const IdentityProofModal = lazyPart(
  async () => (await import('./identity-proof/identity-proof-modal.tsx')).IdentityProofModal,
)
const TutorialModal = lazyPart(async () => (await import('#web/tutorial/tutorial-modal.tsx')).TutorialModal)

/** A visitor will probably open the registration, so its code is loaded as soon as the page is idle. */
const useModalsAtHand = () => {
  const isVisitor = useSession().status === 'unauthenticated'
  useEffect(() => {
    if (!isVisitor) return
    // Safari has no idle callback; a second after the first screen is idle enough.
    const timer = setTimeout(() => {
      // Offline: opening the modal tries again and shows the failure.
      loadModals().catch(() => undefined)
    }, 1_000)
    return () => clearTimeout(timer)
  }, [isVisitor])
}

/** Google's redirect puts its outcome in the address: it is shown once and removed from there. */
const useGoogleReturn = () => {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get(googleReturnParameter)
  useEffect(() => {
    if (outcome === null) return
    import('./sign-in/google-return.ts')
      .then(({ announceGoogleReturn }) => announceGoogleReturn(outcome))
      .catch(() => undefined)
    setSearch(
      (now) => {
        now.delete(googleReturnParameter)
        return now
      },
      { replace: true },
    )
  }, [outcome, setSearch])
}

/** Registration, login, contact and tutorial over any page but that of a ring, which they would cover. */
export const AccountDialogs = () => {
  const dialog = useAccountDialog()
  const contact = useContact()
  const isProofRequested = useIsIdentityProofRequested()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const showsTutorial = pathname === paths.home() && search.get('showTutoModal') === 'true'
  useModalsAtHand()
  useGoogleReturn()
  return (
    <AreModalsAside value={isIncomingPage(pathname)}>
      {dialog ? <AccountModal key={dialog.name} dialog={dialog} /> : null}
      {contact ? <ContactModal contact={contact} /> : null}
      {isProofRequested ? <IdentityProofModal /> : null}
      {showsTutorial ? <TutorialModal /> : null}
    </AreModalsAside>
  )
}
