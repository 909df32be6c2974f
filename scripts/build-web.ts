import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from '#scripts/web-build/compress-files.ts'

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))
/** Where the server finds the built pages. */
export const webOutput = join(repositoryRoot, 'dist', 'web')
/** Holds the hash of the sources that webOutput was built from. */
const stampFile = '.sources'
/** Everything a build reads. */
const sourcePaths = [
  'web/**/*',
  'contract/**/*',
  'domain/**/*',
  'package-lock.json',
  'vite.config.ts',
  'scripts/web-build/*',
  'scripts/page-workers.ts',
  'tsconfig.json',
]
/** No build takes this long. */
const abandonedAfterMs = 10 * 60_000

export class WebBuildError extends Error {
  override name = 'WebBuildError'
}

/**
 * Builds the pages with Vite into dist/web, with compressed copies, and the same screens for the server into its folder .server, unless they were built from these very sources. The new build replaces
 * the old one only when it is complete.
 *
 * Refuses (WebBuildError, with Vite's output): sources that don't build.
 * @returns whether it had to build
 */
export async function buildWeb(onStart: () => void = () => {}): Promise<boolean> {
  const hash = await hashSources()
  const built = await readFile(join(webOutput, stampFile), 'utf8').catch(() => undefined)
  if (built === hash) return false
  onStart()
  await removeAbandonedBuilds()
  const suffix = randomBytes(4).toString('hex')
  const fresh = `${webOutput}.new-${suffix}`
  const serverHalf = `${fresh}-server`
  const replaced = `${webOutput}.old-${suffix}`
  try {
    await Promise.all([
      runVite(['--outDir', fresh]),
      runVite(['--outDir', serverHalf, '--ssr', 'app/server-entry.tsx']),
    ])
    await rename(serverHalf, join(fresh, '.server'))
    await compressFiles(fresh)
    await writeFile(join(fresh, stampFile), hash)
    await rename(webOutput, replaced).catch(ignoreMissing)
    await rename(fresh, webOutput)
  } finally {
    await Promise.all([fresh, serverHalf, replaced].map((path) => rm(path, { recursive: true, force: true })))
  }
  return true
}

async function hashSources(): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(sourcePaths, { cwd: repositoryRoot, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(join(entry.parentPath, entry.name))
  }
  const contents = await Promise.all(files.sort().map(async (file) => [file, await readFile(file)] as const))
  const hash = createHash('sha256')
  for (const [file, content] of contents)
    hash.update(`\0${file.slice(repositoryRoot.length)}\0`).update(content)
  return hash.digest('hex')
}

/** A start that was stopped while building leaves its half behind; another start may be building right now. */
async function removeAbandonedBuilds(): Promise<void> {
  for await (const name of glob('web.{new,old}-*', { cwd: dirname(webOutput) })) {
    const path = join(dirname(webOutput), name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}

/** In a process of its own, so that the running app doesn't keep the bundler in its memory. */
async function runVite(options: readonly string[]): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = ['build', ...options, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(process.execPath, [vite, ...args], {
    cwd: repositoryRoot,
    // Vitest runs with another value, with which React would come with its checks for development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new WebBuildError(`画面をビルドできませんでした。\n${output.trim()}`)
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
