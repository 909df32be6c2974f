import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isStorageKey, type StorageFolder } from '#adapters/storage/port.ts'
import type { Config } from '#server/config/config.ts'
import type { Sql } from '#server/db/database.ts'
import { secretFrom } from '#server/secrets/signing-secret.ts'
import { BackupError } from './backup-error.ts'
import { dumpDatabase } from './dump-database.ts'
import {
  backupFormat,
  type Manifest,
  manifestName,
  sandboxName,
  secretFingerprint,
  secretName,
  tableEntryName,
} from './manifest.ts'
import { readRange, writeTar } from './tar.ts'

type Settings = Pick<Config, 'dataDir' | 'appSecret' | 's3'>

/**
 * The folders of the data folder that a backup contains. Exports of members' data aren't included: they contain all
 * data of a member, live for days, and can be requested again.
 */
const keptFolders: readonly StorageFolder[] = ['images', 'identity', 'videos']

export interface BackupMade {
  file: string
  tables: number
  rows: number
  files: number
  ledgerDefects: number
}

const newline = 0x0a

/** COPY writes one line per row; line ends within a row are written as two characters. */
const countLines = (chunk: Uint8Array): number => {
  let lines = 0
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines++
  return lines
}

/** `wanted` itself, or, where it is a folder, a file in it named after the moment. */
const fileFor = async (wanted: string, now: Date): Promise<string> => {
  const found = await stat(wanted).catch(() => null)
  if (found && !found.isDirectory())
    throw new BackupError(`${wanted} は、すでにあります。別の名前にしてください。`)
  const moment = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return found ? path.join(wanted, `koyoi-${moment}.tar`) : wanted
}

/**
 * Writes everything that a new machine needs into one file, readable by its owner alone, while the app runs or without
 * it. The file appears under its name when it is complete.
 */
export const makeBackup = async (
  settings: Settings,
  sql: Sql,
  { target, appVersion, now = new Date() }: { target: string; appVersion: string; now?: Date },
): Promise<BackupMade> => {
  const file = await fileFor(path.resolve(target), now)
  const partial = `${file}.${randomUUID()}.partial`
  try {
    await using handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${file} に書けません（${error.code}）。`)
    })
    const manifest = await writeAll(settings, sql, handle, { partial, appVersion, now })
    await rename(partial, file)
    return {
      file,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.entries.filter(({ name }) => isStorageKey(name)).length,
      ledgerDefects: manifest.ledgerDefects,
    }
  } finally {
    await rm(partial, { force: true })
  }
}

const writeAll = async (
  settings: Settings,
  sql: Sql,
  handle: FileHandle,
  { partial, appVersion, now }: { partial: string; appVersion: string; now: Date },
): Promise<Manifest> => {
  const tar = writeTar(handle, now.getTime())
  const entries: Manifest['entries'] = []
  const add = async (name: string, bytes: number, content: AsyncIterable<Uint8Array>) => {
    entries.push({ name, bytes, sha256: await tar.add(name, bytes, content) })
  }
  const secret = await secretOf(settings)
  if (secret.origin === 'included') await add(secretName, secret.text.length, one(secret.text))
  // Before the database, for files that are deleted meanwhile, and after it, for files that were added meanwhile.
  await addFiles(settings, entries, add)
  const database = await dumpDatabase(sql, async (name, rows) => {
    const spooled = await spool(`${partial}.table`, rows)
    try {
      await add(tableEntryName(name), spooled.bytes, createReadStream(spooled.file))
    } finally {
      await rm(spooled.file, { force: true })
    }
    return spooled.lines
  })
  await addFiles(settings, entries, add)
  const manifest: Manifest = {
    format: backupFormat,
    madeAt: now.toISOString(),
    app: appVersion,
    ...database,
    pictures: settings.s3 ? 'bucket' : 'included',
    secret: { origin: secret.origin, mark: secret.mark },
    entries,
  }
  const text = Buffer.from(JSON.stringify(manifest, null, 1))
  await tar.add(manifestName, text.length, one(text))
  await tar.end()
  return manifest
}

async function* one(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

const secretOf = async ({ dataDir, appSecret }: Settings) => {
  if (appSecret)
    return {
      origin: 'setting',
      text: Buffer.alloc(0),
      mark: secretFingerprint(secretFrom(appSecret)),
    } as const
  const file = path.join(dataDir, secretName)
  const text = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `${file} がありません。DATA_DIR が、起動しているアプリと同じか確かめてください。`
        : `${file} を読めません（${error.code}）。アプリと同じユーザーで実行してください。`,
    )
  })
  return {
    origin: 'included',
    text,
    mark: secretFingerprint(Buffer.from(text.toString('utf8'), 'hex')),
  } as const
}

/** An archive needs a table's size before its rows. */
const spool = async (file: string, rows: AsyncIterable<Uint8Array>) => {
  let bytes = 0
  let lines = 0
  await using handle = await open(file, 'wx', 0o600)
  for await (const chunk of rows) {
    bytes += chunk.length
    lines += countLines(chunk)
    await handle.writeFile(chunk)
  }
  return { file, bytes, lines }
}

type AddEntry = (name: string, bytes: number, content: AsyncIterable<Uint8Array>) => Promise<void>

/** Adds the files that aren't included yet. Our files never change; one that is missing now has been deleted. */
const addFiles = async (
  { dataDir, s3 }: Settings,
  entries: Manifest['entries'],
  add: AddEntry,
): Promise<void> => {
  const known = new Set(entries.map(({ name }) => name))
  for (const name of [...(s3 ? [] : await storedKeys(dataDir)), sandboxName]) {
    if (known.has(name)) continue
    await using handle = await open(path.join(dataDir, name)).catch(ignoreMissing)
    if (!handle) continue
    const { size } = await handle.stat()
    await add(name, size, readRange(handle, { offset: 0, bytes: size }))
  }
}

const storedKeys = async (dataDir: string): Promise<string[]> => {
  const names = await Promise.all(
    keptFolders.map(async (folder) =>
      ((await readdir(path.join(dataDir, folder)).catch(ignoreMissing)) ?? []).map(
        (name) => `${folder}/${name}`,
      ),
    ),
  )
  return names.flat().filter(isStorageKey).sort()
}

const ignoreMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
