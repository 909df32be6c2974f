import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Of some 40 kB each. */
const keptMax = 64

type Compressed = Uint8Array<ArrayBuffer>

/** By gzip at its usual level, 6 of 9: the next ones take longer for a hundredth of the bytes. */
const compress = (text: string): Promise<Compressed> =>
  new Promise((resolve, reject) => {
    gzip(text, (error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes))))
  })

/**
 * Compresses the pages of visitors once for all who get the same one, which is what costs most of a page that is rendered
 * already.
 * @returns the bytes of a text, in gzip's format, by a hash of the text
 */
export const createCompressed = (): ((hash: string, text: string) => Promise<Compressed>) => {
  const kept = new LRUCache<string, Promise<Compressed>>({ max: keptMax })
  return (hash, text) => {
    const known = kept.get(hash)
    if (known) return known
    const compressing = compress(text)
    kept.set(hash, compressing)
    compressing.catch(() => kept.delete(hash))
    return compressing
  }
}
