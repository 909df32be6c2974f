/** One box of an MP4 file (ISO/IEC 14496-12, 4.2): where it and its contents begin and end in the bytes. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

const headBytes = 8

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const typeAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4))

/**
 * The boxes between two places, one level deep. Only files of our own encoder are read, so an unknown form throws instead
 * of being worked around; so do boxes of 64 bits, which such a file is too small for.
 */
export const boxesIn = (bytes: Uint8Array, from: number, to: number): Box[] => {
  const view = viewOf(bytes)
  const found: Box[] = []
  for (let at = from; at < to; ) {
    const size = view.getUint32(at)
    if (size < headBytes || at + size > to) throw new Error(`a box at ${at} has ${size} bytes`)
    found.push({ type: typeAt(bytes, at + 4), start: at, body: at + headBytes, end: at + size })
    at += size
  }
  return found
}

export const childrenOf = (bytes: Uint8Array, { body, end }: Box): Box[] => boxesIn(bytes, body, end)

/** The only box of this type; throws without one. */
export const boxOf = (boxes: readonly Box[], type: string): Box => {
  const box = boxes.find((each) => each.type === type)
  if (!box) throw new Error(`no box ${type}`)
  return box
}

/** A box of these parts. */
export const boxWith = (type: string, parts: readonly Uint8Array[]): Uint8Array => {
  const size = parts.reduce((sum, part) => sum + part.length, headBytes)
  const bytes = new Uint8Array(size)
  viewOf(bytes).setUint32(0, size)
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = type.charCodeAt(at)
  let at = headBytes
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A box of 32-bit numbers after its version and flags. */
export const tableBox = (type: string, numbers: readonly number[], version = 0): Uint8Array => {
  const body = new Uint8Array(4 + 4 * numbers.length)
  const view = viewOf(body)
  view.setUint8(0, version)
  for (const [at, value] of numbers.entries()) view.setInt32(4 + 4 * at, value | 0)
  return boxWith(type, [body])
}
