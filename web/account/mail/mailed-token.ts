import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'

const tokenShape = /^#[\w-]{43}$/

/**
 * The token of a mailed link, which follows the # of the page's own `path`; null before one was opened. A token opens
 * an account: it leaves the address bar and the history at once.
 */
export const useMailedToken = (path: string) => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const opened = tokenShape.test(hash) ? hash.slice(1) : null
  if (opened !== null && opened !== token) setToken(opened)
  useEffect(() => {
    if (hash !== '') void navigate(path, { replace: true })
  }, [hash, navigate, path])
  return { token, drop: () => setToken(null) }
}
