import { useNavigate } from 'react-router'

/** To where this page was opened from. @param fallback where it leads whoever came straight here */
export const useBackNavigation = (fallback: () => string): (() => void) => {
  const navigate = useNavigate()
  return () => {
    // React Router counts the entries of this visit.
    if (window.history.state?.idx > 0) void navigate(-1)
    else void navigate(fallback())
  }
}
