import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataDir } from './data-dir.ts'
import { restrictDataDirPermissions } from './data-dir-modes.ts'

let parent: string
let dataDir: string
const log = {
  error: (event: string) => {
    throw new Error(event)
  },
}
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'koyoi-modes-'))
  dataDir = path.join(parent, 'above', 'data')
  await makeDataDir(dataDir)
})
afterEach(() => rm(parent, { recursive: true }))

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o7777).toString(8)

test('a new data folder belongs to its owner alone, and the folders above it stay searchable', async () => {
  expect(await modeOf(dataDir)).toBe('700')
  expect(await modeOf(path.dirname(dataDir))).toBe('711')
})

test('the start closes the files that earlier versions left open', async () => {
  await chmod(dataDir, 0o711)
  for (const folder of ['images', 'exports', 'identity', 'cache']) {
    await mkdir(path.join(dataDir, folder))
    await chmod(path.join(dataDir, folder), 0o755)
  }
  await writeFile(path.join(dataDir, 'node-id'), 'x', { mode: 0o644 })
  await restrictDataDirPermissions(dataDir, log)
  expect(await modeOf(dataDir)).toBe('700')
  for (const folder of ['images', 'exports', 'identity', 'cache'])
    expect([folder, await modeOf(path.join(dataDir, folder))]).toEqual([folder, '700'])
  expect(await modeOf(path.join(dataDir, 'node-id'))).toBe('600')
})

test('an existing folder and foreign files in it keep their modes', async () => {
  await chmod(dataDir, 0o755)
  await writeFile(path.join(dataDir, 'notes.txt'), 'x')
  await chmod(path.join(dataDir, 'notes.txt'), 0o644)
  await restrictDataDirPermissions(dataDir, log)
  expect([await modeOf(dataDir), await modeOf(path.join(dataDir, 'notes.txt'))]).toEqual(['755', '644'])
})
