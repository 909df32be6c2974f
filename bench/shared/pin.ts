import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const parentOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** The process and all its descendants. */
const treeOf = async (pid: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    all.map(async (name) => ({ pid: Number(name), parent: await parentOf(name) })),
  )
  const below = (root: number): number[] => [
    root,
    ...parents.filter(({ parent }) => parent === root).flatMap((child) => below(child.pid)),
  ]
  return below(pid)
}

/** Pins a process with all its threads and children to one core (`taskset`); later children stay there too. */
export const pinTree = async (pid: number, core: number): Promise<void> => {
  for (const one of await treeOf(pid)) await run('taskset', ['-a', '-c', '-p', String(core), String(one)])
}

/** The process that forked it. */
export const parentPid = (pid: number): Promise<number> => parentOf(String(pid))
