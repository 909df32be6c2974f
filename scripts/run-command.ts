import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command of node_modules/.bin in the repository's root, with this terminal. @returns its exit code */
export function runCommand(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(join(repositoryRoot, 'node_modules', '.bin', command), args, {
    cwd: repositoryRoot,
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
