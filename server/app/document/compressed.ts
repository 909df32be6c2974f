import { constants, gzip } from 'node:zlib'

/** Of some 30 kB each. */
const keptMax = 64

/** Level 6 of 9: the next ones take longer for a hundredth of the bytes. */
const compress = (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    gzip(text, { level: constants.Z_DEFAULT_COMPRESSION }, (error, bytes) =>
      error ? reject(error) : resolve(new Uint8Array(bytes)),
    )
  })

/**
 * Compresses the pages of visitors once for all who get the same one, which is what costs most of a page that is rendered
 * already.
 * @returns the bytes of a text, in gzip's format, by a name of the very text
 */
export const createCompressed = (): ((name: string, text: string) => Promise<Uint8Array<ArrayBuffer>>) => {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (name, text) => {
    const known = kept.get(name) ?? compress(text)
    kept.delete(name)
    kept.set(name, known)
    const [oldest] = kept.keys()
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
    return known
  }
}
