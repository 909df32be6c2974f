/**
 * Converts one video in a process of its own: `node converting-child.ts SOURCE FOLDER`. Lines of JSON on standard output say
 * how far it is, and at the end what came of it. It ends with its parent, whose side of standard input closes then.
 */
import path from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import { Conversion, VideoSampleSink } from 'mediabunny'
import sharp from 'sharp'
import type { VideoProblem } from '#contract/videos/problems.ts'
import type { VideoVersion } from '#contract/videos/videos.ts'
import { factsOf } from './facts-of.ts'
import { openVideo } from './open-video.ts'
import { outputTo, pictureFile, pictureSplitter } from './pair-encoder.ts'
import type { ConvertedVideo } from './port.ts'
import {
  pictureBits,
  problemOfError,
  problemOfFacts,
  problemOfResult,
  secondsMax,
  segmentMsOf,
  type VideoFacts,
  versionFrameRate,
  versionSize,
} from './video-rules.ts'

const soundBitsPerSec = 128_000
/** The poster is the picture at this second, or a third of a shorter video. */
const posterSec = 1
const posterQuality = 85

const send = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

interface Wanted {
  source: string
  facts: VideoFacts
  segmentMs: number
  /** Where each encoding goes. */
  fileOf: (version: VideoVersion) => string
  secondOf: (version: VideoVersion) => string
  onProgress: (share: number) => void
}

/** Makes all encodings from one decoding of what was sent. */
const makeVersions = async ({
  source,
  facts,
  segmentMs,
  fileOf,
  secondOf,
  onProgress,
}: Wanted): Promise<VideoProblem | null> => {
  const input = openVideo(source)
  const frameRate = versionFrameRate(facts.frameRate)
  const encodingOf = (version: VideoVersion) => ({
    codec: 'avc' as const,
    bitrate: pictureBits(version, segmentMs),
    keyFrameInterval: segmentMs / 1_000,
    hardwareAcceleration: 'prefer-software' as const,
  })
  const large = versionSize(facts, 720)
  const hasSound = facts.audioTracks > 0
  const files = {
    second: await pictureFile(secondOf(720), { encoding: encodingOf(720), frameRate }),
    smallFirst: await pictureFile(fileOf(360), { encoding: encodingOf(360), frameRate }, hasSound),
    smallSecond: await pictureFile(secondOf(360), { encoding: encodingOf(360), frameRate }),
  }
  const split = pictureSplitter({ large, small: versionSize(large, 360), segmentMs, files })
  const conversion = await Conversion.init({
    ...{ input, output: outputTo(fileOf(720)), tracks: 'primary', tags: {}, copy: false },
    ...{ showWarnings: false, trim: { start: 0, end: secondsMax } },
    video: {
      ...{ ...large, ...encodingOf(720), fit: 'fill', frameRate },
      ...{ allowTransformationMetadata: false, process: split },
    },
    audio: { codec: 'aac', bitrate: soundBitsPerSec, numberOfChannels: 2, sampleRate: 48_000 },
  })
  if (!conversion.isValid || conversion.discardedTracks.some(({ reason }) => reason !== 'discarded_by_user'))
    return 'unreadable'
  conversion.onProgress = onProgress
  await conversion.execute()
  for (const file of Object.values(files)) await file.finish(fileOf(720))
  input.dispose()
  return null
}

const makePoster = async (file: string, durationSec: number, to: string): Promise<void> => {
  const track = await openVideo(file).getPrimaryVideoTrack()
  const sample = track && (await new VideoSampleSink(track).getSample(Math.min(posterSec, durationSec / 3)))
  if (!sample) throw new Error('the version has no picture')
  const pixels = Buffer.alloc(sample.allocationSize({ format: 'RGBA' }))
  await sample.copyTo(pixels, { format: 'RGBA' })
  await sharp(pixels, { raw: { width: sample.codedWidth, height: sample.codedHeight, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: posterQuality })
    .toFile(to)
  sample.close()
}

const convert = async (
  source: string,
  folder: string,
): Promise<ConvertedVideo | { problem: VideoProblem }> => {
  const { video, ...facts } = await factsOf(openVideo(source))
  const problem = problemOfFacts(facts)
  if (problem) return { problem }
  const fileOf = (version: VideoVersion) => path.join(folder, `${version}.mp4`)
  const secondOf = (version: VideoVersion) => path.join(folder, `${version}-second.mp4`)
  const segmentMs = segmentMsOf(facts.durationSec)
  let reportedShare = 0
  const reportShare = (share: number) => {
    if (share - reportedShare < 0.01) return
    reportedShare = share
    send({ share })
  }
  const refused = await makeVersions({ source, facts, segmentMs, fileOf, secondOf, onProgress: reportShare })
  if (refused) return { problem: refused }
  const large = await factsOf(openVideo(fileOf(720)))
  const cutOff = problemOfResult(facts.durationSec, large.durationSec)
  if (cutOff) return { problem: cutOff }
  const poster = path.join(folder, 'poster.jpg')
  await makePoster(fileOf(720), large.durationSec, poster)
  return {
    ...{
      durationMs: Math.round(large.durationSec * 1_000),
      width: large.width,
      height: large.height,
      poster,
      segmentMs,
    },
    versions: ([360, 720] as const).map((version) => ({
      version,
      file: fileOf(version),
      second: secondOf(version),
    })),
  }
}

process.stdin.on('end', () => process.exit(1)).resume()
registerMediabunnyServer({ hardwareContext: null })
const [source = '', folder = ''] = process.argv.slice(2)
try {
  send({ result: await convert(source, folder) })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const problem = problemOfError(error)
  if (!problem) process.exit(1)
  send({ result: { problem } })
}
process.stdout.end(() => process.exit(0))
