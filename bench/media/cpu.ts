import { readFileSync } from 'node:fs'

const clockTicksPerSec = 100
/** User and system time of a process with all its threads, in microseconds (proc(5), fields 14 and 15). */
export const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / clockTicksPerSec
}
