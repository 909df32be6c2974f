import { useEffect } from 'react'
import { googleReturnParameter } from '#contract/account/google-return.ts'
import { useLocation, useSearchParams } from '#web/router/router.ts'
import { useAccountDialog } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useContact } from '#web/shell/contact.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useIsIdentityProofRequested } from './identity-proof/identity-proof.ts'

const loadDialogs = () => import('./open-dialogs.tsx')
const OpenDialogs = lazyPart(async () => (await loadDialogs()).OpenDialogs)

/** A visitor will probably open the registration, so its code is loaded as soon as the page is idle. */
const useModalsAtHand = () => {
  const isVisitor = useSession().status === 'unauthenticated'
  useEffect(() => {
    if (!isVisitor) return
    // Safari has no idle callback; a second after the first screen is idle enough.
    const timer = setTimeout(() => {
      // Offline: opening the modal tries again and shows the failure.
      loadDialogs()
        .then(({ loadAccountModals }) => loadAccountModals())
        .catch(() => undefined)
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

/** Registration, login, contact, identity proof and tutorial over any page. */
export const AccountDialogs = () => {
  const dialog = useAccountDialog()
  const contact = useContact()
  const isProofRequested = useIsIdentityProofRequested()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const showsTutorial = pathname === paths.home() && search.get('showTutoModal') === 'true'
  useModalsAtHand()
  useGoogleReturn()
  return dialog || contact || isProofRequested || showsTutorial ? (
    <OpenDialogs {...{ dialog, contact, isProofRequested, showsTutorial }} />
  ) : null
}
