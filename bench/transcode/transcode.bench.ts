/**
 * The conversion of a member's video, both versions twice for the watermark and the poster: seconds of CPU for a minute of
 * video, of all processes. The clip is a seed video played six times, 24 seconds, so that the process's start weighs little.
 * The reference is the ffmpeg command that `FFMPEG` names, on the same file with the same sizes, bitrates and keyframes,
 * with as many encodes as ours and with each version once; without it only our own figure is shown. `TRANSCODE_ROUNDS`
 * makes it shorter.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { createVideoConverter } from '#adapters/video/converter.ts'
import { pictureBits, segmentMsOf } from '#adapters/video/video-rules.ts'
import { type Bench, median } from '#bench/bench.ts'

const seedVideo = path.join(import.meta.dirname, '..', '..', 'seed', 'videos', 'fallingSnow-720.mp4')
const [seedSec, turns] = [4, 6]
const minutes = (seedSec * turns) / 60
const rounds = Number(process.env.TRANSCODE_ROUNDS ?? 3)
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

const writeClip = async (to: string): Promise<void> => {
  const track = await new Input({
    source: new FilePathSource(seedVideo),
    formats: [MP4],
  }).getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('the seed video has no pictures')
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  for (let turn = 0; turn < turns; turn += 1)
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet.clone({ timestamp: packet.timestamp + turn * seedSec }), { decoderConfig })
  await output.finalize()
}

/** CPU seconds a minute of video. */
const perMinute = async (work: () => Promise<void>): Promise<number> => {
  const before = await childrenCpuSec()
  await work()
  return ((await childrenCpuSec()) - before) / minutes
}

const ours = (source: string, folder: string): Promise<number> =>
  perMinute(async () => {
    await mkdir(folder)
    const converted = await createVideoConverter().convert({ source, folder })
    if ('problem' in converted) throw new Error(converted.problem)
  })

const segmentMs = segmentMsOf(seedSec * turns)

const versionArgs = (lines: 360 | 720, to: string): string[] => [
  ...[
    '-vf',
    `scale=-2:${lines}`,
    '-r',
    '15',
    '-c:v',
    'libx264',
    '-b:v',
    String(pictureBits(lines, segmentMs)),
  ],
  ...['-force_key_frames', `expr:gte(t,n_forced*${segmentMs / 1_000})`, '-c:a', 'aac', '-y', to],
]

/** @param encodings how often each version is encoded */
const reference = (ffmpeg: string, source: string, folder: string, encodings: number): Promise<number> =>
  perMinute(async () => {
    await mkdir(folder)
    const args = Array.from({ length: encodings }, (_, nth) =>
      ([720, 360] as const).flatMap((lines) => versionArgs(lines, path.join(folder, `${lines}-${nth}.mp4`))),
    )
    if (spawnSync(ffmpeg, ['-i', source, ...args.flat()], { stdio: 'ignore' }).status !== 0)
      throw new Error(`${ffmpeg} failed`)
  })

export const bench: Bench = async (print) => {
  const root = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
  const ffmpeg = process.env.FFMPEG
  const source = path.join(root, 'clip.mp4')
  await writeClip(source)
  const [own, twice, once]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    own.push(await ours(source, path.join(root, `ours-${round}`)))
    if (!ffmpeg) continue
    twice.push(await reference(ffmpeg, source, path.join(root, `twice-${round}`), 2))
    once.push(await reference(ffmpeg, source, path.join(root, `once-${round}`), 1))
  }
  await rm(root, { recursive: true })
  const sec = median(own)
  print(`ours ${sec.toFixed(1)} s of CPU a minute of video, median of ${rounds}`)
  for (const [name, others] of [
    ['as many encodes', twice],
    ['each version once', once],
  ] as const)
    print(
      ffmpeg
        ? `ffmpeg, ${name}: ${median(others).toFixed(1)} s, ratio ${(sec / median(others)).toFixed(2)}`
        : `FFMPEG names no binary: no reference with ${name}`,
    )
  return { figure: `${sec.toFixed(1)}s`, bar: `≤${barSec}s`, isMet: sec <= barSec }
}
