import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenBackup } from './read-backup.ts'
import { extractFiles } from './restored-files.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-files-'))
  await mkdir(path.join(dataDir, 'images'))
  await writeFile(path.join(dataDir, 'images', 'former.jpg'), 'former')
  await writeFile(path.join(dataDir, 'secret'), 'former')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const backup = {
  manifest: { secret: { origin: 'included' } },
  files: ['secret', 'images/fresh.jpg', 'identity/fresh.bin'],
  contentOf: async function* (name: string) {
    yield Buffer.from(name)
  },
} as unknown as OpenBackup

const files = async (): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true }))
    .filter((name) => name.includes('.') || name === 'secret')
    .sort()

it('replaces the existing files, and leaves nothing beside them', async () => {
  {
    await using restored = await extractFiles(dataDir, backup)
    await restored.place()
  }
  expect(await files()).toEqual(['identity/fresh.bin', 'images/fresh.jpg', 'secret'])
  expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe('secret')
})

it('an undo brings back the earlier files', async () => {
  {
    await using restored = await extractFiles(dataDir, backup)
    await restored.place()
    await restored.revert()
  }
  expect(await files()).toEqual(['images/former.jpg', 'secret'])
  expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe('former')
})

it('a disk that becomes full changes nothing', async () => {
  const failing = {
    ...backup,
    contentOf: async function* () {
      yield Buffer.from('some')
      throw new Error('ENOSPC')
    },
  }
  await expect(extractFiles(dataDir, failing)).rejects.toThrow('ENOSPC')
  expect(await files()).toEqual(['images/former.jpg', 'secret'])
})
