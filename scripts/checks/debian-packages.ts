import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024

/** Installs Debian packages as root, or by sudo without a password. Throws where neither is possible. */
export async function installDebianPackages(packages: readonly string[]): Promise<void> {
  const aptGet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  await runAsRoot([...aptGet, 'update'])
  await runAsRoot([...aptGet, 'install', '--yes', '--no-install-recommends', ...packages])
}

export async function runAsRoot(commandLine: readonly string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const [command = '', ...rest] = isRoot ? commandLine : ['sudo', '-n', ...commandLine]
  await run(command, rest, { maxBuffer: outputBytesMax })
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
