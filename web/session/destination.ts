import { callback } from '#domain/account/callback-url.ts'
import { paths } from '#web/shell/paths.ts'

/**
 * The address after logging in, as a path of our own. Anything foreign becomes home, and so does /login itself. A
 * path with two slashes in front lies within our origin, but a browser that is sent to it alone reads another host.
 */
export const destinationInTx = (origin: string, callbackUrl: string | null): string => {
  const { pathname, search, hash } = new URL(callback(origin, callbackUrl), origin)
  const isOwnScreen = !pathname.startsWith('//') && pathname !== paths.login()
  return isOwnScreen ? `${pathname}${search}${hash}` : paths.home()
}
