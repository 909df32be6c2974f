import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import type { StorageKey } from '#adapters/storage/port.ts'
import type { Context } from '#server/context.ts'

/** Writes the parts of a video to one file, in their order, and answers its SHA-256. */
export const collectParts = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  videoId: string,
  to: string,
  signal: AbortSignal,
): Promise<string> => {
  const { rows } = await sql<{ key: StorageKey; place: number; bytes: number }>`
    select key, place::float8 as place, bytes::float8 as bytes from video_file
    where video_id = ${videoId} and role = 'part' and is_stored order by place`.execute(db)
  const hash = createHash('sha256')
  await using file = await open(to, 'wx', 0o600)
  let written = 0
  for (const { key, place, bytes } of rows) {
    signal.throwIfAborted()
    const part = await storage.get(key)
    if (part?.length !== bytes || place !== written)
      throw new Error(`part ${key} of video ${videoId} is missing`)
    hash.update(part)
    await file.writeFile(part)
    written += bytes
  }
  return hash.digest('hex')
}
