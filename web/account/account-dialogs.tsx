import { lazy } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { paths } from '../shell/paths.ts'
import { useAccountDialog } from './dialogs.ts'

const AccountModal = lazy(async () => ({ default: (await import('./account-modals.tsx')).AccountModal }))
const TutorialModal = lazy(async () => ({ default: (await import('./tutorial-modal.tsx')).TutorialModal }))

/** Registration, login and tutorial over any page; their code comes when one is opened. */
export const AccountDialogs = () => {
  const dialog = useAccountDialog()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const showsTutorial = pathname === paths.home() && search.get('showTutoModal') === 'true'
  return (
    <>
      {dialog ? <AccountModal key={dialog} dialog={dialog} /> : null}
      {showsTutorial ? <TutorialModal /> : null}
    </>
  )
}
