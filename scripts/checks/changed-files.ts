import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type AffectedTests, affectedTests, fileGraph } from './affected-tests.ts'

const run = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024
const sources = /\.(ts|tsx|mjs|css|sql|json|html)$/

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await run('git', args, { maxBuffer: outputBytesMax })
  return stdout.split('\n').filter((line) => line !== '')
}

/** What differs from where this branch left main: its commits, the working tree, and files git doesn't know yet. */
export async function changedFiles(): Promise<string[]> {
  const [base = 'HEAD'] = await git('merge-base', 'main', 'HEAD').catch(() => [])
  const changed = await git('diff', '--name-only', base)
  return [...new Set([...changed, ...(await git('ls-files', '--others', '--exclude-standard'))])].sort()
}

/** The tests that these files can affect, read from the sources as they are now. */
export async function testsOf(changed: readonly string[]): Promise<AffectedTests> {
  const paths = (await git('ls-files', '--cached', '--others', '--exclude-standard')).filter((path) =>
    sources.test(path),
  )
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(path, 'utf8').catch(() => '')] as const),
  )
  return affectedTests(fileGraph(new Map(texts)), changed)
}
