import { useNavigate } from '#web/router/router.ts'

/** Back to the page before this one. @param fallback the path for a page that was opened directly */
export const useBackNavigation = (fallback: () => string): (() => void) => {
  const navigate = useNavigate()
  return () => {
    // React Router counts the entries of this visit.
    if (window.history.state?.idx > 0) void navigate(-1)
    else void navigate(fallback())
  }
}
