const ipv4 = /^\d+\.\d+\.\d+\.\d+$/
/** Names that no public name service assigns (RFC 6761, 6762, 8375, ICANN 2024). */
const privateEnding = /\.(localhost|local|internal|home\.arpa)$/

const hostnameOf = (url: string): string | null => {
  try {
    return new URL(url).hostname.replace(/\.$/, '')
  } catch {
    return null
  }
}

/**
 * Whether the Host header of a request names this server in a way that no other site's page can arrange by pointing a
 * name of its own at this machine (DNS rebinding): an IP address, a name without a dot such as `localhost` or a
 * container's, a private name, or the host of PUBLIC_URL.
 */
export const isOwnHost = (host: string, publicUrl: string | undefined): boolean => {
  // Every browser sends a host.
  if (host === '') return true
  const name = hostnameOf(`http://${host}`)
  if (name === null) return false
  const isAddress = name.startsWith('[') || ipv4.test(name)
  if (isAddress || !name.includes('.') || privateEnding.test(name)) return true
  return publicUrl !== undefined && name === hostnameOf(publicUrl)
}
