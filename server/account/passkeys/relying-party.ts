import { isIP } from 'node:net'
import type { Config } from '#server/config/config.ts'

/** Whom passkeys are made for, as WebAuthn calls it. */
export interface RelyingParty {
  /** The host that passkeys are tied to, for as long as they live. */
  id: string
  /** What stands in a browser's address; the one that signatures may come from. */
  origin: string
}

export const relyingPartyName = '今宵 Koyoi'

/** Ours alone: whatever else a Host header names is hearsay. */
const isLocalHost = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/**
 * The host of PUBLIC_URL; without one the host that the browser asked, where that is this machine. Null where no browser
 * makes passkeys: an address of figures, another host.
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
  // An IPv6 address stands in brackets.
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin }
}
