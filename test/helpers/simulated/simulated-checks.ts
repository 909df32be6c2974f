import { readFile } from 'node:fs/promises'

/** How often the kernel's table is read, for all connections of this process together. */
const freshMs = 250

let readAt = Number.NEGATIVE_INFINITY
let table: Promise<string> = Promise.resolve('')

const readTable = (): Promise<string> => {
  const now = performance.now()
  if (now - readAt < freshMs) return table
  readAt = now
  table = readFile('/proc/net/udp', 'utf8').catch(() => '')
  return table
}

/**
 * Names the sockets of this machine on a UDP port; another name is another process. A browser knows by its
 * connectivity checks whether the other end is still there; the library reports nothing by itself for 30 s.
 * Empty where the kernel has no such table.
 */
export const socketsOn = async (udpPort: number): Promise<string> => {
  const port = udpPort.toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readTable()).split('\n').map((line) => line.trim().split(/\s+/))
  return lines
    .filter((fields) => fields[1]?.endsWith(`:${port}`))
    .map((fields) => fields[9] ?? '')
    .sort()
    .join(' ')
}

/** The port of an answer's first candidate. */
export const candidatePort = (sdp: string): number | null => {
  const [, port] = /^a=candidate:(?:\S+ ){5}(\d+) typ /m.exec(sdp) ?? []
  return port ? Number(port) : null
}
