import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { isStorageKey } from '#adapters/storage/port.ts'
import { BackupError } from './backup-error.ts'
import {
  backupFormat,
  type Manifest,
  manifestName,
  manifestSchema,
  sandboxName,
  secretName,
  tableEntryName,
} from './manifest.ts'
import { readRange, readTar, type TarEntry } from './tar.ts'

const manifestBytesMax = 256 * 1024 * 1024

export interface OpenBackup extends AsyncDisposable {
  manifest: Manifest
  /** The entries that become files of the data folder. */
  files: readonly string[]
  contentOf(name: string): AsyncIterable<Uint8Array>
}

/**
 * Opens a backup after reading it from end to end: every entry is present, has its original bytes, and has a name that
 * stays inside of the data folder. Refuses (BackupError) any other file, and a backup of a newer version.
 */
export const openBackup = async (file: string): Promise<OpenBackup> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`バックアップ ${file} を読めません（${error.code}）。`)
  })
  try {
    const entries = new Map((await readTar(handle)).map((entry) => [entry.name, entry]))
    const manifest = await readManifest(handle, entries.get(manifestName))
    const files = await checkEntries(handle, entries, manifest)
    return {
      manifest,
      files,
      contentOf: (name) => readRange(handle, entryOf(entries, name)),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const entryOf = (entries: ReadonlyMap<string, TarEntry>, name: string): TarEntry => {
  const entry = entries.get(name)
  if (!entry) throw new BackupError(`バックアップに ${name} がありません。`)
  return entry
}

const readManifest = async (handle: FileHandle, entry: TarEntry | undefined): Promise<Manifest> => {
  if (!entry || entry.bytes > manifestBytesMax)
    throw new BackupError('バックアップのファイルではないか、途中で終わっています。')
  const written = parsed(await text(readRange(handle, entry)))
  const newer = z.object({ format: z.int().check(z.gt(backupFormat)) })
  if (newer.safeParse(written).success)
    throw new BackupError('このバックアップは、新しい版のアプリで作られています。その版で復元してください。')
  const manifest = manifestSchema.safeParse(written)
  if (!manifest.success) throw new BackupError('バックアップの目録を読めません。')
  return manifest.data
}

/** Null where it is no JSON. */
const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const checkEntries = async (
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  { entries: listed, tables }: Manifest,
): Promise<string[]> => {
  const tableNames = new Set(tables.map(({ name }) => tableEntryName(name)))
  const files: string[] = []
  for (const { name, bytes, sha256 } of listed) {
    const entry = entryOf(entries, name)
    const hash = createHash('sha256')
    for await (const chunk of readRange(handle, entry)) hash.update(chunk)
    if (entry.bytes !== bytes || hash.digest('hex') !== sha256)
      throw new BackupError(`バックアップの ${name} が壊れています。`)
    if (tableNames.delete(name)) continue
    if (!isStorageKey(name) && name !== secretName && name !== sandboxName)
      throw new BackupError(`バックアップに、知らないもの（${name}）が入っています。`)
    files.push(name)
  }
  const [missing] = tableNames
  if (missing) throw new BackupError(`バックアップに ${missing} がありません。`)
  return files
}
