import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { googleReturnParameter } from '#contract/account/google-return.ts'
import { useAccountDialog } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useContact } from '#web/shell/contact.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/paths.ts'
import { useIsIdentityProofAsked } from './identity-proof/identity-proof.ts'

const loadModals = () => import('./account-modals.tsx')
const AccountModal = lazyPart(async () => (await loadModals()).AccountModal)
const ContactModal = lazyPart(async () => (await import('./mail/contact-modal.tsx')).ContactModal)
const IdentityProofModal = lazyPart(
  async () => (await import('./identity-proof/identity-proof-modal.tsx')).IdentityProofModal,
)
const TutorialModal = lazyPart(async () => (await import('#web/tutorial/tutorial-modal.tsx')).TutorialModal)

/** A visitor will probably open the registration: its code comes as soon as the page has nothing else to do. */
const useModalsAtHand = () => {
  const isVisitor = useSession().status === 'unauthenticated'
  useEffect(() => {
    if (!isVisitor) return
    // Safari has no idle callback; a second after the first screen is idle enough.
    const timer = setTimeout(() => {
      // Offline now: opening it will try again, and say so.
      loadModals().catch(() => undefined)
    }, 1_000)
    return () => clearTimeout(timer)
  }, [isVisitor])
}

/** What came of a way through Google stands in the address once: it is said, and taken out. */
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

/** Registration, login, contact and tutorial over any page. */
export const AccountDialogs = () => {
  const dialog = useAccountDialog()
  const contact = useContact()
  const isProofAsked = useIsIdentityProofAsked()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const showsTutorial = pathname === paths.home() && search.get('showTutoModal') === 'true'
  useModalsAtHand()
  useGoogleReturn()
  return (
    <>
      {dialog ? <AccountModal key={dialog} dialog={dialog} /> : null}
      {contact ? <ContactModal contact={contact} /> : null}
      {isProofAsked ? <IdentityProofModal /> : null}
      {showsTutorial ? <TutorialModal /> : null}
    </>
  )
}
