/** VP8 in IVF, the container of libvpx: a 32-byte header, then frames with a 12-byte header each; little-endian. */

const fileHeaderBytes = 32
const frameHeaderBytes = 12

export interface IvfVideo {
  width: number
  height: number
  /** Between two frames; our clips have a constant rate. */
  frameMs: number
  frames: readonly Buffer[]
}

export function parseIvf(file: Buffer): IvfVideo {
  if (file.length < fileHeaderBytes || file.toString('latin1', 0, 4) !== 'DKIF')
    throw new Error('not an IVF file')
  if (file.toString('latin1', 8, 12) !== 'VP80') throw new Error('not VP8')
  const frames: Buffer[] = []
  let offset = file.readUInt16LE(6)
  while (offset + frameHeaderBytes <= file.length) {
    const start = offset + frameHeaderBytes
    const end = start + file.readUInt32LE(offset)
    if (end > file.length) throw new Error('an IVF frame is cut off')
    frames.push(file.subarray(start, end))
    offset = end
  }
  return {
    width: file.readUInt16LE(12),
    height: file.readUInt16LE(14),
    frameMs: (1000 * file.readUInt32LE(20)) / file.readUInt32LE(16),
    frames,
  }
}

/** RFC 6386, 9.1: the lowest bit of a frame tag is 0 for a keyframe. */
export const isVp8Keyframe = (frame: Buffer): boolean => ((frame[0] ?? 1) & 0x01) === 0
