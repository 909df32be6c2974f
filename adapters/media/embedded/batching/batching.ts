import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const units = ['send-batching.c', 'receive-batching.c'].map(fileOf)
const sourceFiles = [...units, fileOf('media-packet.h')]
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/koyoi', import.meta.url))
const limits = { timeout: 10_000, killSignal: 'SIGKILL' } as const

/** A built library, or why there is none. */
export type Batching = { library: string } | { missing: string }

/**
 * The library that lets a media process send and receive in batches (send-batching.c, receive-batching.c), built by the
 * machine's C compiler unless that has been done, and tried. It is optional: without it, or on another system than
 * Linux, each packet is sent and received by itself. Never rejects.
 *
 * @param compiler a command; another one than the system's in tests only
 */
export const buildBatching = async (folder = cacheFolder, compiler = 'cc'): Promise<Batching> => {
  if (process.platform !== 'linux') return { missing: `not made for ${process.platform}` }
  try {
    const sources = await Promise.all(sourceFiles.map((file) => readFile(file)))
    const hash = createHash('sha256').update(Buffer.concat(sources)).digest('hex')
    const library = join(folder, `batching-${process.arch}-${hash.slice(0, 16)}.so`)
    if (existsSync(library) && (await loads(library))) return { library }
    await mkdir(folder, { recursive: true })
    // It may be built several times at once: each moves its own whole file into place.
    const unfinished = `${library}.${randomUUID()}`
    try {
      await run(compiler, ['-O2', '-shared', '-fPIC', '-o', unfinished, ...units, '-ldl'], limits)
      await assertLoads(unfinished)
      await rename(unfinished, library)
    } finally {
      await rm(unfinished, { force: true })
    }
    return { library }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

/** One operation in another thread, so that threads wait for one another and wake. */
const trial = "require('node:fs').stat('/', () => undefined)"

/** A library that ends or holds up the process it is loaded into would do so to every media process. */
const assertLoads = async (library: string): Promise<void> => {
  const { stderr } = await run(process.execPath, ['--eval', trial], {
    env: { LD_PRELOAD: library },
    ...limits,
  })
  // The loader writes why it leaves a library out, and goes on.
  if (stderr !== '') throw new Error(stderr)
}

/** One that was built before may be of another machine, whose folder this one has got. */
const loads = (library: string): Promise<boolean> =>
  assertLoads(library).then(
    () => true,
    () => false,
  )

/** What a process that works in batches needs in its environment, beside what is preloaded already. */
export const preloading = (library: string, before = process.env.LD_PRELOAD): { LD_PRELOAD: string } => ({
  LD_PRELOAD: before ? `${library}:${before}` : library,
})
