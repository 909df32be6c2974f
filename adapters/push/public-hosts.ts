import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

/** IANA's special-purpose registries: private, loopback, link-local, shared, documentation, multicast, reserved. */
const specialIpv4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  specialIpv4.addSubnet(network, prefix, 'ipv4')

const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
/** Among the global ones: Teredo and 6to4, which carry an IPv4 address, benchmarks and documentation. */
const specialIpv6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is one of the internet at large. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** A name leads to an address inside: nothing is sent there. */
export class NotPublic extends Error {
  override name = 'NotPublic'
}

/**
 * A look-up that finds public addresses only. Handed to the connection itself, so that what was looked at is what is
 * connected to, whatever the name answers the next moment.
 */
export const publicLookup =
  (isAllowed: (address: string) => boolean, look: typeof lookUp = lookUp): LookupFunction =>
  (hostname, options, done) =>
    look(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const outside = found.find(({ address }) => !isAllowed(address))
      const [first] = found
      if (outside || !first) return done(new NotPublic(`${hostname} is not a public host`), '')
      if (options.all) return done(null, found)
      return done(null, first.address, first.family)
    })
