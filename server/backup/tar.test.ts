import { execFileSync } from 'node:child_process'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRange, readTar, writeTar } from './tar.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-tar-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* content(text: string) {
  yield Buffer.from(text)
}

const written = async (name: string, entries: Record<string, string>): Promise<string> => {
  const file = path.join(folder, name)
  await using handle = await open(file, 'wx')
  const tar = writeTar(handle, 0)
  for (const [entry, text] of Object.entries(entries))
    await tar.add(entry, Buffer.byteLength(text), content(text))
  await tar.end()
  return file
}

const entries = { 'a/empty': '', 'a/short': '今宵', 'a/block': 'x'.repeat(512), last: 'y'.repeat(70_000) }

it('an archive can be read again, also by the system’s own tar', async () => {
  const file = await written('good.tar', entries)
  await using handle = await open(file)
  const read = await readTar(handle)
  expect(read.map(({ name }) => name)).toEqual(Object.keys(entries))
  for (const entry of read)
    expect((await buffer(readRange(handle, entry))).toString()).toBe(
      entries[entry.name as keyof typeof entries],
    )
  expect(execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')).toEqual(
    Object.keys(entries),
  )
})

it('refuses an archive that breaks off', async () => {
  const file = await written('cut.tar', entries)
  await using handle = await open(file, 'r+')
  await handle.truncate((await handle.stat()).size - 1_024)
  await expect(readTar(handle)).rejects.toThrow('途中で終わっています')
})

it('refuses a file that is no archive', async () => {
  const file = path.join(folder, 'none.tar')
  await using handle = await open(file, 'wx+')
  await handle.writeFile('これは違います。'.repeat(100))
  await expect(readTar(handle)).rejects.toThrow('バックアップのファイルではない')
})

it('an entry larger than eleven octal digits can express keeps its size', async () => {
  const bytes = 9_000_000_000
  const chunks: Buffer[] = []
  const writing = { writeFile: async (chunk: Buffer) => chunks.push(chunk) } as unknown as FileHandle
  await expect(writeTar(writing, 0).add('large', bytes, content(''))).rejects.toThrow('not 9000000000')
  const reading = {
    stat: async () => ({ size: 2 * bytes }),
    read: async (into: Buffer, _start: number, _length: number, offset: number) =>
      offset === 0 ? chunks[0]?.copy(into) : 0,
  } as unknown as FileHandle
  expect(await readTar(reading)).toEqual([{ name: 'large', bytes, offset: 512 }])
})
