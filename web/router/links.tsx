import { type ComponentPropsWithRef, type MouseEvent, useEffect } from 'react'
import { isShown, type NavigateOptions } from './create-router.ts'
import { useMatch, useNavigate } from './hooks.ts'
import { useRouter } from './provider.tsx'

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'>, NavigateOptions {
  /** A path of this site, or any other address, which the browser then follows by itself. */
  to: string
}

/** A new tab, a download and another site are the browser's. */
const isOurs = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  !(metaKey || ctrlKey || shiftKey || altKey) &&
  (currentTarget.target === '' || currentTarget.target === '_self') &&
  !currentTarget.hasAttribute('download') &&
  currentTarget.origin === window.location.origin

/** A link that navigates without loading the page again. The address that is shown already makes no new entry. */
export const Link = ({ to, replace, state, preventScrollReset = false, onClick, ...rest }: LinkProps) => {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isOurs(event)) return
    event.preventDefault()
    const options = { replace: replace ?? isShown(router.state, to), state, preventScrollReset }
    void router.navigate(to, options)
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** A link that says when its page, or with `end: false` one below it, is the shown one. */
export const NavLink = ({ end = false, ...link }: LinkProps & { end?: boolean }) => {
  const path = link.to.split(/[?#]/, 1)[0] ?? ''
  const isHere = useMatch({ path, end }) !== null
  return <Link aria-current={isHere ? 'page' : undefined} {...link} />
}

/** Navigates as soon as it is shown. */
export const Navigate = ({ to, replace = false, state }: { to: string } & NavigateOptions) => {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace, state }), [navigate, to, replace, state])
  return null
}
