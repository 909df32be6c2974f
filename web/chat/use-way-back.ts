import { useNavigate } from 'react-router'
import { paths } from '../shell/paths.ts'

/** To where the conversation was opened from; to the list for who came straight here. */
export const useWayBack = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    // React Router counts the entries of this visit.
    if (window.history.state?.idx > 0) void navigate(-1)
    else void navigate(paths.conversations())
  }
}
