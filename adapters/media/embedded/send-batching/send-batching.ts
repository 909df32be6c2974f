import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sourceFile = fileURLToPath(new URL('./send-batching.c', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/koyoi', import.meta.url))
const limits = { timeout: 10_000, killSignal: 'SIGKILL' } as const

/** A built library, or why there is none. */
export type SendBatching = { library: string } | { missing: string }

/**
 * The library that lets a media process send in batches (send-batching.c), built by the machine's C compiler unless that
 * has been done, and tried. It is optional: without it, or on another system than Linux, each packet is sent by itself. Never
 * rejects.
 *
 * @param compiler a command; another one than the system's in tests only
 */
export const buildSendBatching = async (folder = cacheFolder, compiler = 'cc'): Promise<SendBatching> => {
  if (process.platform !== 'linux') return { missing: `not made for ${process.platform}` }
  try {
    const hash = createHash('sha256')
      .update(await readFile(sourceFile))
      .digest('hex')
    const library = join(folder, `send-batching-${process.arch}-${hash.slice(0, 16)}.so`)
    if (existsSync(library) && (await loads(library))) return { library }
    await mkdir(folder, { recursive: true })
    // It may be built several times at once: each moves its own whole file into place.
    const unfinished = `${library}.${randomUUID()}`
    try {
      await run(compiler, ['-O2', '-shared', '-fPIC', '-o', unfinished, sourceFile, '-ldl'], limits)
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

/** A library that ends the process it is loaded into would end every media process. */
const assertLoads = async (library: string): Promise<void> => {
  const { stderr } = await run(process.execPath, ['--version'], { env: { LD_PRELOAD: library }, ...limits })
  // The loader writes why it leaves a library out, and goes on.
  if (stderr !== '') throw new Error(stderr)
}

/** One that was built before may be of another machine, whose folder this one has got. */
const loads = (library: string): Promise<boolean> =>
  assertLoads(library).then(
    () => true,
    () => false,
  )

/** What a process that sends in batches needs in its environment, beside what is preloaded already. */
export const preloading = (library: string, before = process.env.LD_PRELOAD): { LD_PRELOAD: string } => ({
  LD_PRELOAD: before ? `${library}:${before}` : library,
})
