import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** What the tables store of an address, a device or a mail address: without the secret it can't be reversed. */
export const keyedHash = (
  secret: Buffer,
  purpose:
    | 'address'
    | 'site'
    | 'device'
    | 'account'
    | 'operator'
    | 'operatorBrowser'
    | 'operatorCode'
    | 'recoveryCode'
    | 'memberRecoveryCode'
    | 'payoutAccount'
    | 'phoneNumber'
    | 'phoneCode'
    | 'legalPerson'
    | 'boardMark'
    | 'imageAddress'
    | 'watermark'
    | 'galleryView',
  value: string,
): string => createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url')

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** One household has one IPv4 address or one IPv6 /64: limits count by that. */
export const limitedNetwork = (address: string): string => {
  const mapped = ipv4Mapped.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? prefixOf(address, 4) : address
}

/** The first groups of 16 bits of an IPv6 address, in one spelling. */
const prefixOf = (address: string, count: number): string => {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const groups = address.includes('::')
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first
  return `${groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${count * 16}`
}

export const addressKey = (secret: Buffer, address: string): string =>
  keyedHash(secret, 'address', limitedNetwork(address))

/**
 * The IPv6 /48 of an address, which one customer may have as a whole: 65,536 of the networks above. Null for IPv4,
 * where many addresses cost money.
 */
export const siteKey = (secret: Buffer, address: string): string | null =>
  isIPv6(address) && !ipv4Mapped.test(address) ? keyedHash(secret, 'site', prefixOf(address, 3)) : null
