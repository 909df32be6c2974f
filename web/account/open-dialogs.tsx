import type { AccountDialog } from '#web/session/account-dialog-state.ts'
import type { Contact } from '#web/shell/contact.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'

export const loadAccountModals = () => import('./account-modals.tsx')
const AccountModal = lazyPart(async () => (await loadAccountModals()).AccountModal)
const ContactModal = lazyPart(async () => (await import('./mail/contact-modal.tsx')).ContactModal)
const IdentityProofModal = lazyPart(
  async () => (await import('./identity-proof/identity-proof-modal.tsx')).IdentityProofModal,
)
const TutorialModal = lazyPart(async () => (await import('#web/tutorial/tutorial-modal.tsx')).TutorialModal)

/** The dialogs that are open. */
export const OpenDialogs = ({
  dialog,
  contact,
  isProofRequested,
  showsTutorial,
}: {
  dialog: AccountDialog | null
  contact: Contact | null
  isProofRequested: boolean
  showsTutorial: boolean
}) => (
  <>
    {dialog ? <AccountModal key={dialog.name} dialog={dialog} /> : null}
    {contact ? <ContactModal contact={contact} /> : null}
    {isProofRequested ? <IdentityProofModal /> : null}
    {showsTutorial ? <TutorialModal /> : null}
  </>
)
