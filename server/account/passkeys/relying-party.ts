import { isIP } from 'node:net'
import type { Config } from '#server/config/config.ts'

/** The relying party of WebAuthn: the site for which passkeys are made. */
export interface RelyingParty {
  /** The host that passkeys are bound to, for their lifetime. */
  id: string
  /** The origin in a browser's address bar; signatures from any other are refused. */
  origin: string
}

export const relyingPartyName = '今宵 Koyoi'

/** Only these hosts are certain to be this machine; any other Host header may be forged. */
const isLocalHost = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/**
 * The host of PUBLIC_URL; without one the host that the browser requested, if that is this machine. Null
 * where browsers make no passkeys: an IP address, or another host.
 * @param host the Host header; forwarded ones never count
 */
export const relyingPartyOf = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  host: string,
): RelyingParty | null => {
  const address = publicUrl ?? `http://${host}`
  if (!URL.canParse(address)) return null
  const { hostname, origin } = new URL(address)
  if (publicUrl === undefined && !isLocalHost(hostname)) return null
  // An IPv6 address is in brackets.
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin }
}
