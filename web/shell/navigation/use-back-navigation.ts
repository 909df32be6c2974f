import { useNavigate } from '#web/router/router.ts'
import { historyIndex } from './page-trail.ts'

/** Back to the page before this one. @param fallback the path for a page that was opened directly */
export const useBackNavigation = (fallback: () => string): (() => void) => {
  const navigate = useNavigate()
  return () => {
    if (historyIndex() > 0) void navigate(-1)
    else void navigate(fallback())
  }
}
