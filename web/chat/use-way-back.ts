import { useNavigate } from 'react-router'
import { localStore } from '../shell/local-store.ts'
import { paths } from '../shell/paths.ts'
import { prevTab } from '../shell/prev-path.ts'

/** To where the conversation was opened from; who came straight here goes to the tab of before, or to the list. */
export const useWayBack = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    // React Router counts the entries of this visit.
    if (window.history.state?.idx > 0) void navigate(-1)
    else void navigate(prevTab(localStore) ?? paths.conversations())
  }
}
