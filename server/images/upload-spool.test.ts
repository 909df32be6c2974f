import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageUnavailable } from '#adapters/storage/port.ts'
import { createSpools } from './upload-spool.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-spool-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('returns what was written, and never leaves a file name', async () => {
  const parts = [randomBytes(70_000), randomBytes(1), randomBytes(300_000)]
  await using spool = await createSpools(dataDir).open()
  for (const part of parts) expect(await spool.write(part)).toBe(true)
  expect(await readdir(dataDir, { recursive: true })).toEqual(['cache', 'cache/uploads'])
  expect((await spool.read()).equals(Buffer.concat(parts))).toBe(true)
})

test.runIf(process.platform === 'linux')('the file contains nothing readable', async () => {
  await using spool = await createSpools(dataDir).open()
  await spool.write(Buffer.from('passport '.repeat(1_000)))
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) =>
      targetOf(fd).then((target) => (target.startsWith(dataDir) ? readFile(`/proc/self/fd/${fd}`) : null)),
    ),
  )
  const [file] = open.filter((bytes) => bytes !== null)
  expect(file).toHaveLength(9_000)
  expect(file?.includes('passport')).toBe(false)
})

test('all spools together have a limit, and a cancelled one frees its share', async () => {
  const spools = createSpools(dataDir, 100)
  const first = await spools.open()
  {
    await using second = await spools.open()
    expect([await first.write(Buffer.alloc(60)), await second.write(Buffer.alloc(40))]).toEqual([true, true])
    expect(await first.write(Buffer.alloc(1))).toBe(false)
  }
  expect(await first.write(Buffer.alloc(40))).toBe(true)
  await first[Symbol.asyncDispose]()
})

test('a folder that cannot be made is the storage’s failure', async () => {
  await writeFile(path.join(dataDir, 'cache'), '')
  await expect(createSpools(dataDir).open()).rejects.toBeInstanceOf(StorageUnavailable)
})

const targetOf = (fd: string): Promise<string> => readlink(`/proc/self/fd/${fd}`).catch(() => '')
