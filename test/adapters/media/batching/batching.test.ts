import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildBatching, preloading } from '#adapters/media/embedded/batching/batching.ts'
import { isBuildable, useBuiltLibrary } from './support/c-program.ts'

describe.skipIf(!isBuildable)('with a C compiler', () => {
  const built = useBuiltLibrary()

  it('is built again when what was built before does not load here', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
    const file = join(elsewhere, basename(built.library))
    await writeFile(file, 'built for another machine')
    expect(await buildBatching(elsewhere, 'no-such-compiler')).toEqual({ missing: expect.any(String) })
    expect(await buildBatching(elsewhere)).toEqual({ library: file })
    await rm(elsewhere, { recursive: true })
  })

  it('is built once, and leaves nothing unfinished', async () => {
    expect(await buildBatching(built.folder, 'no-such-compiler')).toEqual({ library: built.library })
    expect((await readdir(built.folder)).filter((name) => name.includes('.so.'))).toEqual([])
  })
})

it('is left out, with the reason, where there is no compiler or the build fails', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
  expect(await buildBatching(empty, 'no-such-compiler')).toEqual({ missing: expect.any(String) })
  expect(await buildBatching(empty, 'false')).toEqual({ missing: expect.any(String) })
  expect(await readdir(empty)).toEqual([])
  await rm(empty, { recursive: true })
})

it('is preloaded beside what the operator preloads', () => {
  expect(preloading('/a.so', undefined)).toEqual({ LD_PRELOAD: '/a.so' })
  expect(preloading('/a.so', '/b.so')).toEqual({ LD_PRELOAD: '/a.so:/b.so' })
})
