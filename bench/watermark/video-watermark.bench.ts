/**
 * The watermark of buyers' copies of videos: 16 seconds at 360 lines, two drawn and two as rough as a film, converted as
 * members' videos are. A copy is encoded again at a low bitrate, made smaller, cropped, cut and all of them; the reader then
 * names who of 1,001 buyers it belongs to. 200 tries, and 40 with the broadcaster's copy, which belongs to nobody;
 * `VIDEO_WATERMARK_TRIES` makes it smaller. The bar is one error in a hundred.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import {
  Conversion,
  type ConversionVideoOptions,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { createVideoConverter } from '#adapters/video/converter.ts'
import { createFrameReader } from '#adapters/video/frame-reader.ts'
import type { FrameReader } from '#adapters/video/port.ts'
import { type Bench, median } from '#bench/bench.ts'
import { numbersFrom } from '#bench/shared/numbers.ts'
import { buyersOfReadings } from '#domain/gallery/watermark/video/named-buyers.ts'
import { composeMovie } from '#domain/videos/mp4/compose.ts'
import { readMovie } from '#domain/videos/mp4/movie.ts'
import { readVideoWatermark } from '#server/gallery/watermark/read-video.ts'
import { segmentChoice } from '#server/videos/watermark/segment-choice.ts'
import { clipDrawings, writeClip } from './bench-clips.ts'

const tries = Number(process.env.VIDEO_WATERMARK_TRIES ?? 200)
const progressEvery = 20
const ownerTries = Math.ceil(tries / 5)
const strangers = 1_000
const barErrors = tries / 100
const secret = Buffer.alloc(32, 7)

interface Loss {
  video: ConversionVideoOptions
  trim?: { start: number; end: number }
}

/** Bits a second of an encoding as a messenger makes it. */
const low = 350_000
const crop = { left: 100, top: 40, width: 448, height: 252 }
const cut = { start: 3.1, end: 13.3 }

const losses: Record<string, Loss | null> = {
  'as delivered': null,
  'at 350 kbit/s': { video: { bitrate: low } },
  'half the size': { video: { bitrate: low, width: 320, height: 180, fit: 'fill' } },
  'crop 70 %': { video: { bitrate: low, crop } },
  'cut to 10 s': { video: { bitrate: low }, trim: cut },
  'cut, crop 70 %, half the size': {
    video: { bitrate: 200_000, crop, width: 224, height: 126, fit: 'fill' },
    trim: cut,
  },
}

const degrade = async (from: string, to: string, { video, trim }: Loss): Promise<void> => {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4] })
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const conversion = await Conversion.init({
    ...{ input, output, showWarnings: false, audio: { discard: true } },
    video: { codec: 'avc', forceTranscode: true, hardwareAcceleration: 'prefer-software', ...video },
    ...(trim ? { trim } : {}),
  })
  await conversion.execute()
  input.dispose()
}

interface Clip {
  id: string
  first: string
  second: string
  segmentMs: number
}

const copyOf = async ({ first, second, segmentMs }: Clip, isSecond: (segment: number) => boolean) => {
  const [one, other] = [await readFile(first), await readFile(second)]
  const { head, pieces } = composeMovie(readMovie(one), readMovie(other), segmentMs, isSecond)
  return Buffer.concat(
    pieces.map(({ from, offset, length }) =>
      (from === 'head' ? head : from === 'first' ? one : other).subarray(offset, offset + length),
    ),
  )
}

/** Works off so many numbers, two at a time. */
const atOnce = async (count: number, work: (nth: number) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const nth = next
      next += 1
      await work(nth)
    }
  }
  await Promise.all([worker(), worker()])
}

/** Reads the stored encodings, which are the same in each try, once. */
const keepingReader = (clips: readonly Clip[]): FrameReader => {
  const reader = createFrameReader()
  const stored = new Set(clips.flatMap(({ first, second }) => [first, second]))
  const kept = new Map<string, ReturnType<FrameReader['read']>>()
  return {
    read: (wanted) => {
      if (!stored.has(wanted.source)) return reader.read(wanted)
      const key = JSON.stringify([wanted.source, wanted.longSide, wanted.at])
      const reading = kept.get(key) ?? reader.read(wanted)
      kept.set(key, reading)
      return reading
    },
  }
}

export const bench: Bench = async (print) => {
  registerMediabunnyServer({ hardwareContext: null })
  const root = await mkdtemp(path.join(tmpdir(), 'koyoi-bench-'))
  const next = numbersFrom(97)
  const clips: Clip[] = []
  for (const [nth, draw] of clipDrawings(next).entries()) {
    const folder = path.join(root, `clip-${nth}`)
    await mkdir(folder)
    const source = path.join(root, `source-${nth}.mp4`)
    await writeClip(draw, source)
    const converted = await createVideoConverter().convert({ source, folder })
    if ('problem' in converted) throw new Error(converted.problem)
    const [small] = converted.versions
    if (!small) throw new Error('no version')
    clips.push({ id: `clip-${nth}`, first: small.file, second: small.second, segmentMs: converted.segmentMs })
  }
  const reader = keepingReader(clips)

  /** Who is named in a copy after a loss, of the copy's buyer (0) and the strangers. */
  const namedIn = async (
    clip: Clip,
    loss: Loss | null,
    isSecond: (segment: number) => boolean,
    nth: number,
  ) => {
    const files = await mkdtemp(path.join(root, 'try-'))
    const [copy, lost, folder] = ['copy.mp4', 'lost.mp4', 'reads'].map((name) => path.join(files, name)) as [
      string,
      string,
      string,
    ]
    await mkdir(folder)
    await writeFile(copy, await copyOf(clip, isSecond))
    if (loss) await degrade(copy, lost, loss)
    const answer = await readVideoWatermark(reader, { ...clip, found: loss ? lost : copy, folder })
    await rm(files, { recursive: true })
    if ('problem' in answer) throw new Error(answer.problem)
    const buyers = Array.from({ length: strangers + 1 }, (_, at) => ({ id: `${nth}-${at}` }))
    return buyersOfReadings(answer.readings, buyers, ({ id }) => segmentChoice(secret, clip.id, id))
  }

  const found = new Map<string, { tries: number; right: number; lowest: number }>()
  const times: number[] = []
  let [missed, wrong, invented] = [0, 0, 0]
  const names = Object.keys(losses)
  const trial = (nth: number) => {
    const clip = clips[nth % clips.length]
    const name = names[Math.floor(nth / clips.length) % names.length] ?? ''
    if (!clip) throw new Error('no clip')
    return { clip, name, loss: losses[name] ?? null }
  }
  await atOnce(tries, async (nth) => {
    const { clip, name, loss } = trial(nth)
    const buyer = `${nth}-0`
    const began = performance.now()
    const { read, named } = await namedIn(clip, loss, segmentChoice(secret, clip.id, buyer), nth)
    times.push(performance.now() - began)
    const own = named.find(({ id }) => id === buyer)
    if (!own) missed += 1
    if (times.length % progressEvery === 0) print(`  ${times.length} tries, ${missed} missed, ${wrong} wrong`)
    if (named.some(({ id }) => id !== buyer)) wrong += 1
    const line = found.get(name) ?? { tries: 0, right: 0, lowest: 1 }
    found.set(name, {
      tries: line.tries + 1,
      right: line.right + (own ? 1 : 0),
      lowest: Math.min(line.lowest, own ? own.agreeing / read : 0),
    })
  })
  await atOnce(ownerTries, async (nth) => {
    const { clip, loss } = trial(nth)
    if ((await namedIn(clip, loss, () => false, tries + nth)).named.length > 0) invented += 1
  })
  await rm(root, { recursive: true })
  for (const [name, { tries: count, right, lowest }] of found)
    print(
      `${name}: ${right} of ${count} named, at least ${(100 * lowest).toFixed(0)} % of what was read agrees`,
    )
  print(
    `${tries} tries among ${strangers} strangers: ${missed} missed, ${wrong} named somebody else; ${invented} of ${ownerTries} copies of the broadcaster named somebody; median ${(median(times) / 1_000).toFixed(1)} s a try`,
  )
  const errors = missed + wrong + invented
  return { figure: `${errors} errors`, bar: `≤${barErrors}`, isMet: errors <= barErrors }
}
