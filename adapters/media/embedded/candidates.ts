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

/** Host preference 126 and the lowest local preference (RFC 8445, 5.1.2): tried after every real interface. */
const loopbackPriority = 126 * 2 ** 24 + 255

const addressOf = (candidate: string): string => candidate.split(' ')[4] ?? ''

const isLocal = (address: string): boolean =>
  (isIPv4(address) && localNetworks.check(address, 'ipv4')) ||
  (isIPv6(address) && localNetworks.check(address, 'ipv6'))

export const listensEverywhere = (bindAddress: string): boolean =>
  bindAddress === '0.0.0.0' || bindAddress === '::'

/**
 * The candidates to announce, from those the ICE library gathered: it leaves the loopback interface out, and a
 * browser on a machine without a network, or outside a container, reaches the server nowhere else. A machine with
 * a public address serves the public, whose browsers have no business with their own loopback.
 */
export const announcedCandidates = (
  gathered: readonly string[],
  endpoint: { udpPort: number; bindAddress: string },
): string[] => {
  const needsLoopback =
    listensEverywhere(endpoint.bindAddress) && gathered.every((candidate) => isLocal(addressOf(candidate)))
  const loopback = `loopback 1 UDP ${loopbackPriority} 127.0.0.1 ${endpoint.udpPort} typ host`
  return needsLoopback ? [...gathered, loopback] : [...gathered]
}
