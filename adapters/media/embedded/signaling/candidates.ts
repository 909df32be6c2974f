import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Addresses that only reach this machine or its own network. */
const localNetworks = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  localNetworks.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  localNetworks.addSubnet(network, prefix, 'ipv6')
}

/** Host preference 126 and the highest local preference (RFC 8445, 5.1.2). */
const publicPriority = 126 * 2 ** 24 + 65_535 * 2 ** 8 + 255
/** Host preference 126 and the lowest local preference (RFC 8445, 5.1.2): tried after every real interface. */
const loopbackPriority = 126 * 2 ** 24 + 255

const addressOf = (candidate: string): string => candidate.split(' ')[4] ?? ''

const isLocal = (address: string): boolean =>
  (isIPv4(address) && localNetworks.check(address, 'ipv4')) ||
  (isIPv6(address) && localNetworks.check(address, 'ipv6'))

export const listensEverywhere = (bindAddress: string): boolean =>
  bindAddress === '0.0.0.0' || bindAddress === '::'

/** Where clients reach a media process that is behind a NAT. */
export interface PublicAddress {
  /** IPv4 or IPv6, without brackets. */
  address: string
  /** UDP; undefined when the NAT passes the process's own port on unchanged. */
  port?: number | undefined
}

export interface ListeningPlace {
  udpPort: number
  bindAddress: string
  publicAddress?: PublicAddress | undefined
}

/**
 * The candidates to announce. Behind a NAT that forwards everything (1:1), the public address is the only one: the
 * machine's own addresses would be useless outside and would reveal the network inside. Otherwise they are the
 * candidates that the ICE library gathered. The library leaves out the loopback interface, which is the only way for a
 * browser on a machine without a network, or outside a container; a machine with a public address announces no
 * loopback, because its users' browsers could only reach themselves by it.
 */
export const announcedCandidates = (
  gathered: readonly string[],
  { udpPort, bindAddress, publicAddress }: ListeningPlace,
): string[] => {
  if (publicAddress) {
    const { address, port = udpPort } = publicAddress
    return [`public 1 UDP ${publicPriority} ${address} ${port} typ host`]
  }
  const needsLoopback =
    listensEverywhere(bindAddress) && gathered.every((candidate) => isLocal(addressOf(candidate)))
  const loopback = `loopback 1 UDP ${loopbackPriority} 127.0.0.1 ${udpPort} typ host`
  return needsLoopback ? [...gathered, loopback] : [...gathered]
}
