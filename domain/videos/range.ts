export interface ByteRange {
  first: number
  /** Included. */
  last: number
}

const rangeShape = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The range that a header asks for, of a file of so many bytes. Null: the whole file, also for what this doesn't know, such
 * as several ranges (RFC 9110, 14.2). `unsatisfiable`: it begins behind the end.
 */
export const readRange = (header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' => {
  const [, from = '', to = ''] = rangeShape.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const wanted = Math.min(Number(to), bytes)
    return wanted === 0 ? 'unsatisfiable' : { first: bytes - wanted, last: bytes - 1 }
  }
  const first = Number(from)
  if (first >= bytes) return 'unsatisfiable'
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return last < first ? null : { first, last }
}
