import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { buildBatching, preloading } from '#adapters/media/embedded/batching/batching.ts'

/** The library is optional, and so are its tests. */
export const isBuildable = (() => {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** A folder of this file's tests, with the library in it. */
export const useBuiltLibrary = () => {
  const built = { folder: '', library: '' }
  beforeAll(async () => {
    built.folder = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
    const batching = await buildBatching(built.folder)
    if ('missing' in batching) throw new Error(batching.missing)
    built.library = batching.library
  })
  afterAll(async () => {
    await rm(built.folder, { recursive: true })
  })
  return built
}

/** What a program of this folder prints, with or without the library. Its functions stand before the C library's. */
export const runProgram = (
  name: string,
  folder: string,
  library: string | null,
  ...how: string[]
): string => {
  const file = join(folder, name)
  const source = fileURLToPath(new URL(`./${name}.c`, import.meta.url))
  execFileSync('cc', ['-O1', '-pthread', '-rdynamic', '-o', file, source])
  const env = library === null ? {} : preloading(library)
  return execFileSync(file, how, { env, encoding: 'utf8' })
}
