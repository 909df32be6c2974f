import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

/** POSIX tar (ustar), so that every system's own tools can look into a backup. Regular files only. */

const blockBytes = 512
const nameBytesMax = 100
/** The header's field holds eleven octal digits; larger sizes are written in binary, as GNU tar does. */
const octalSizeMax = 0o77_777_777_777
const chunkBytes = 256 * 1024

const field = {
  name: 0,
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  time: 136,
  sum: 148,
  type: 156,
  magic: 257,
}
const sizeFieldBytes = 12
const sumFieldBytes = 8

export interface TarEntry {
  name: string
  bytes: number
  /** Where its content begins in the archive. */
  offset: number
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

const sumOf = (header: Buffer): number => {
  const counted = Buffer.from(header).fill(' ', field.sum, field.sum + sumFieldBytes)
  return counted.reduce((sum, byte) => sum + byte, 0)
}

const headerOf = (name: string, bytes: number, atMs: number): Buffer => {
  const header = Buffer.alloc(blockBytes)
  if (Buffer.byteLength(name) > nameBytesMax) throw new RangeError(`name too long for an archive: ${name}`)
  header.write(name, field.name)
  header.write(octal(0o600, 7), field.mode)
  header.write(octal(0, 7), field.uid)
  header.write(octal(0, 7), field.gid)
  if (bytes <= octalSizeMax) header.write(octal(bytes, 11), field.size)
  else {
    header[field.size] = 0x80
    header.writeBigUInt64BE(BigInt(bytes), field.size + sizeFieldBytes - 8)
  }
  header.write(octal(Math.floor(atMs / 1000), 11), field.time)
  header.write('0', field.type)
  header.write('ustar\u000000', field.magic)
  header.write(`${octal(sumOf(header), 6)}\u0000 `, field.sum)
  return header
}

const sizeIn = (header: Buffer): number =>
  header[field.size] === 0x80
    ? Number(header.readBigUInt64BE(field.size + sizeFieldBytes - 8))
    : Number.parseInt(header.toString('latin1', field.size, field.size + sizeFieldBytes - 1), 8)

const paddedBytes = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes

/** Reads this range; fails where the file ends before it does. */
export async function* readRange(
  handle: FileHandle,
  { offset, bytes }: { offset: number; bytes: number },
): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; ) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, bytes - done))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset + done)
    if (bytesRead === 0) throw new BackupError('ファイルが途中で終わっています。')
    done += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export interface TarWriter {
  /** @returns the content's SHA-256 */
  add(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<string>
  /** Closes the archive; nothing can be added afterwards. */
  end(): Promise<void>
}

export const writeTar = (handle: FileHandle, atMs: number): TarWriter => ({
  add: async (name, bytes, content) => {
    const hash = createHash('sha256')
    let written = 0
    await handle.writeFile(headerOf(name, bytes, atMs))
    for await (const chunk of content) {
      hash.update(chunk)
      written += chunk.length
      await handle.writeFile(chunk)
    }
    if (written !== bytes) throw new RangeError(`${name} has ${written} bytes, not ${bytes}`)
    await handle.writeFile(Buffer.alloc(paddedBytes(bytes) - bytes))
    return hash.digest('hex')
  },
  end: async () => {
    await handle.writeFile(Buffer.alloc(2 * blockBytes))
    await handle.sync()
  },
})

/** The entries of an archive of ours. Refuses (BackupError) any other file, and an archive that breaks off. */
export const readTar = async (handle: FileHandle): Promise<TarEntry[]> => {
  const { size } = await handle.stat()
  const entries: TarEntry[] = []
  for (let offset = 0; ; ) {
    if (offset + blockBytes > size) throw new BackupError('バックアップのファイルが途中で終わっています。')
    const header = Buffer.alloc(blockBytes)
    await handle.read(header, 0, blockBytes, offset)
    if (header.every((byte) => byte === 0)) return entries
    const writtenSum = Number.parseInt(header.toString('latin1', field.sum, field.sum + 6), 8)
    if (writtenSum !== sumOf(header) || header.toString('latin1', field.type, field.type + 1) !== '0')
      throw new BackupError('バックアップのファイルではないか、壊れています。')
    const end = header.indexOf(0)
    const name = header.toString('utf8', 0, end === -1 || end > nameBytesMax ? nameBytesMax : end)
    const bytes = sizeIn(header)
    if (!Number.isSafeInteger(bytes) || bytes < 0)
      throw new BackupError('バックアップのファイルが壊れています。')
    entries.push({ name, bytes, offset: offset + blockBytes })
    offset += blockBytes + paddedBytes(bytes)
  }
}
