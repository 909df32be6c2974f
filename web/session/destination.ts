import { callback } from '#domain/account/callback-url.ts'
import { paths } from '#web/shell/navigation/paths.ts'

/**
 * The address after a login, as a path of our own. Foreign addresses become home, and so does /login itself. A path
 * with two slashes in front is of our origin, but a browser reads it as another host.
 */
export const destinationPath = (origin: string, callbackUrl: string | null): string => {
  const { pathname, search, hash } = new URL(callback(origin, callbackUrl), origin)
  const isOwnScreen = !pathname.startsWith('//') && pathname !== paths.login()
  return isOwnScreen ? `${pathname}${search}${hash}` : paths.home()
}
