import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import { clientOf } from '#server/http/client-of.ts'
import type { AuthCall } from './sign-in/auth-wire.ts'

/** NextAuth's own codes look like CLIENT_FETCH_ERROR. */
const logCode = /^[A-Z][A-Z0-9_]{0,63}$/
const windowMs = 60_000
const linesPerAddressMax = 10
const linesMax = 100

/**
 * POST _log: the errors that a browser's auth client reports. Only the code is logged, because the rest is
 * untrusted text, and only a number of lines a minute that an operator can read, because anybody may send
 * them.
 */
export const createClientLog = (context: Context) => {
  const perAddress = new LRUCache<string, number>({ max: 1_000 })
  let windowStartMs = 0
  let lines = 0
  return (c: AuthCall): void => {
    const { code } = c.var.wire.body
    if (typeof code !== 'string' || !logCode.test(code)) return
    if (context.now() - windowStartMs >= windowMs) {
      windowStartMs = context.now()
      lines = 0
      perAddress.clear()
    }
    const { address } = clientOf(c, context.config.trustedProxyHops)
    const ofAddress = (perAddress.get(address) ?? 0) + 1
    if (lines >= linesMax || ofAddress > linesPerAddressMax) return
    perAddress.set(address, ofAddress)
    lines += 1
    context.log.info('auth-client', { code })
  }
}
