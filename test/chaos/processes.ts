import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ProcessLine {
  pid: number
  parentPid: number
  command: string
}

/** Every process of this machine. */
export const processes = async (): Promise<ProcessLine[]> => {
  if (process.platform !== 'linux') return fromPs()
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const lines = await Promise.all(pids.map(fromProc))
  return lines.filter((line) => line !== null)
}

/** Those below a process, at any depth. */
export const descendantsOf = (root: number, all: readonly ProcessLine[]): ProcessLine[] => {
  const children = all.filter((line) => line.parentPid === root)
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)])
}

/** Without those whose parent is among them: a process that was just forked has its parent's command until it names itself. */
export const withoutForks = (lines: readonly ProcessLine[]): ProcessLine[] =>
  lines.filter(({ parentPid }) => !lines.some(({ pid }) => pid === parentPid))

/** Null for a process that has ended meanwhile, or is dead and only waits to be fetched. */
const fromProc = async (pid: number): Promise<ProcessLine | null> => {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return null
    return { pid, parentPid: Number(parentPid), command: command.replaceAll('\0', ' ').trim() }
  } catch {
    return null
  }
}

const fromPs = async (): Promise<ProcessLine[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && parentPid && command ? [{ pid: Number(pid), parentPid: Number(parentPid), command }] : []
  })
}
