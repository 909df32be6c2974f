import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** What the tables keep of an address, a device or a mail address: nobody can turn it back without the secret. */
export const keyedHash = (
  secret: Buffer,
  purpose:
    | 'address'
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
    | 'legalPerson',
  value: string,
): string => createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url')

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** One household has one IPv4 address or one IPv6 /64: limits count by that. */
export const limitedNetwork = (address: string): string => {
  const mapped = ipv4Mapped.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const groups = address.includes('::')
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

export const addressKey = (secret: Buffer, address: string): string =>
  keyedHash(secret, 'address', limitedNetwork(address))
