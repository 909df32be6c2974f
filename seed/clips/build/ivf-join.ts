const fileHeaderBytes = 32
const frameHeaderBytes = 12

/** Joins IVF files of one size and rate, and numbers their frames again. */
export function joinIvf(files: readonly Buffer[]): Buffer {
  const [first] = files
  if (!first) throw new Error('nothing to join')
  const frames: Buffer[] = []
  for (const file of files) {
    for (let offset = fileHeaderBytes; offset < file.length; ) {
      const end = offset + frameHeaderBytes + file.readUInt32LE(offset)
      const frame = Buffer.from(file.subarray(offset, end))
      frame.writeBigUInt64LE(BigInt(frames.length), 4)
      frames.push(frame)
      offset = end
    }
  }
  const header = Buffer.from(first.subarray(0, fileHeaderBytes))
  header.writeUInt32LE(frames.length, 24)
  return Buffer.concat([header, ...frames])
}
