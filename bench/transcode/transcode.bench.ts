/**
 * The conversion of a member's video, both versions and the poster: seconds of CPU for a minute of video, of all processes.
 * The reference is the ffmpeg command that `FFMPEG` names, on the same file with the same sizes and bitrates; without it
 * only our own figure is shown.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createVideoConverter } from '#adapters/video/converter.ts'
import { type Bench, median } from '#bench/bench.ts'

const source = path.join(import.meta.dirname, '..', '..', 'seed', 'videos', 'fallingSnow-720.mp4')
const rounds = 3
/** Of Linux. */
const ticksPerSec = 100
const barSec = 120
const [childUserAt, childSystemAt] = [13, 14]

/** CPU seconds of this process's children that have ended. */
const childrenCpuSec = async (): Promise<number> => {
  const text = await readFile('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[childUserAt]) + Number(fields[childSystemAt])) / ticksPerSec
}

const ours = async (folder: string): Promise<number> => {
  await mkdir(folder)
  const before = await childrenCpuSec()
  const converted = await createVideoConverter().convert({ source, folder })
  if ('problem' in converted) throw new Error(converted.problem)
  return ((await childrenCpuSec()) - before) / (converted.durationMs / 60_000)
}

const versionArgs = (lines: number, bits: string, to: string): string[] => [
  ...['-vf', `scale=-2:${lines}`, '-r', '15', '-c:v', 'libx264', '-b:v', bits, '-c:a', 'aac', '-y', to],
]

const reference = async (ffmpeg: string, folder: string, minutes: number): Promise<number> => {
  await mkdir(folder)
  const before = await childrenCpuSec()
  const args = [
    ...['-i', source],
    ...versionArgs(720, '2500k', path.join(folder, '720.mp4')),
    ...versionArgs(360, '700k', path.join(folder, '360.mp4')),
  ]
  if (spawnSync(ffmpeg, args, { stdio: 'ignore' }).status !== 0) throw new Error(`${ffmpeg} failed`)
  return ((await childrenCpuSec()) - before) / minutes
}

export const bench: Bench = async (print) => {
  const root = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
  const ffmpeg = process.env.FFMPEG
  const [own, others]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    own.push(await ours(path.join(root, `ours-${round}`)))
    if (ffmpeg) others.push(await reference(ffmpeg, path.join(root, `theirs-${round}`), 4 / 60))
  }
  await rm(root, { recursive: true })
  const sec = median(own)
  print(`ours ${sec.toFixed(1)} s of CPU a minute of video`)
  print(ffmpeg ? `ffmpeg ${median(others).toFixed(1)} s` : 'FFMPEG names no binary: no reference')
  return { figure: `${sec.toFixed(1)}s`, bar: `≤${barSec}s`, isMet: sec <= barSec }
}
