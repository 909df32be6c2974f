/**
 * Reads pictures of one video, small and grey: `node frames-child.ts SOURCE FOLDER WANTED`, where WANTED is a `FramesWanted`
 * as JSON. They go to `frames.grey` in the folder, and their times to standard output. It ends with its parent, whose side
 * of standard input closes then.
 */
import { open } from 'node:fs/promises'
import path from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import { type VideoSample, VideoSampleSink } from 'mediabunny'
import { factsOf } from './facts-of.ts'
import { openVideo } from './open-video.ts'
import type { FramesWanted } from './port.ts'
import { problemOfError, problemOfFacts } from './video-rules.ts'

/** Of all pictures together: five minutes at 30 a second, small. */
const bytesMax = 250 * 1024 ** 2

/** The mean brightness of each block of pixels. */
const shrunk = async (sample: VideoSample, width: number, height: number): Promise<Uint8Array> => {
  const [wide, high] = [sample.codedWidth, sample.codedHeight]
  const pixels = new Uint8Array(sample.allocationSize({ format: 'I420' }))
  await sample.copyTo(pixels, { format: 'I420' })
  const columnOf = Uint16Array.from({ length: wide }, (_, x) => Math.floor((x * width) / wide))
  const [sums, counts] = [new Float64Array(width * height), new Float64Array(width * height)]
  for (let y = 0; y < high; y += 1) {
    const row = Math.floor((y * height) / high) * width
    for (let x = 0; x < wide; x += 1) {
      const at = row + (columnOf[x] ?? 0)
      sums[at] = (sums[at] ?? 0) + (pixels[y * wide + x] ?? 0)
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  return Uint8Array.from(sums, (sum, at) => Math.round(sum / (counts[at] || 1)))
}

/** The pictures that were asked for, in the order of their times. */
async function* chosen(sink: VideoSampleSink, { at }: FramesWanted): AsyncGenerator<VideoSample> {
  if ('times' in at) {
    for await (const sample of sink.samplesAtTimestamps(at.times)) if (sample) yield sample
    return
  }
  let next = 0
  for await (const sample of sink.samples()) {
    if (sample.timestamp + 1e-3 < next) {
      sample.close()
      continue
    }
    next = sample.timestamp + at.everyMs / 1_000
    yield sample
  }
}

const read = async (source: string, folder: string, wanted: FramesWanted) => {
  const { video, ...facts } = await factsOf(openVideo(source))
  const problem = problemOfFacts(facts)
  if (problem || !video) return { problem: problem ?? 'unreadable' }
  const scale = Math.min(1, wanted.longSide / Math.max(facts.width, facts.height))
  const [width, height] = [facts.width, facts.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number]
  const times: number[] = []
  await using file = await open(path.join(folder, 'frames.grey'), 'w')
  for await (const sample of chosen(new VideoSampleSink(video), wanted)) {
    times.push(sample.timestamp)
    await file.writeFile(await shrunk(sample, width, height))
    sample.close()
    if (times.length * width * height > bytesMax) return { problem: 'tooHeavy' }
  }
  return times.length === 0 ? { problem: 'unreadable' } : { width, height, times }
}

process.stdin.on('end', () => process.exit(1)).resume()
registerMediabunnyServer({ hardwareContext: null })
const [source = '', folder = '', wanted = ''] = process.argv.slice(2)
let result: object
try {
  result = await read(source, folder, JSON.parse(wanted) as FramesWanted)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const problem = problemOfError(error)
  if (!problem) process.exit(1)
  result = { problem }
}
process.stdout.write(`${JSON.stringify({ result })}\n`)
process.stdout.end(() => process.exit(0))
