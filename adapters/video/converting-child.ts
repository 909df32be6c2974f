/**
 * Converts one video in a process of its own: `node converting-child.ts SOURCE FOLDER`. Lines of JSON on standard output say
 * how far it is, and at the end what came of it. It ends with its parent, whose side of standard input closes then.
 */
import path from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  VideoSampleSink,
  WEBM,
} from 'mediabunny'
import sharp from 'sharp'
import type { VideoProblem } from '#contract/videos/problems.ts'
import type { VideoVersion } from '#contract/videos/videos.ts'
import type { ConvertedVideo } from './port.ts'
import {
  problemOfFacts,
  problemOfResult,
  secondsMax,
  type VideoFacts,
  versionFrameRate,
  versionSize,
} from './video-rules.ts'

/** Containers of files: none of them names other files or addresses, as playlists do. */
const formats = [MP4, QTFF, MATROSKA, WEBM]
/** A player seeks to these. */
const keyFrameSec = 2
const soundBitsPerSec = 128_000
const pictureBitsPerSec: Record<VideoVersion, number> = { 360: 700_000, 720: 2_500_000 }
/** Of the whole work. */
const largeShare = 0.8
/** The poster is the picture at this second, or a third of a shorter video. */
const posterSec = 1
const posterQuality = 85

const tell = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const openFile = (file: string) => new Input({ source: new FilePathSource(file), formats })

const factsOf = async (input: Input): Promise<VideoFacts & { video: InputVideoTrack | null }> => {
  const tracks = await input.getTracks()
  const video = await input.getPrimaryVideoTrack()
  const count = (type: string) => tracks.filter((track) => track.type === type).length
  const counted = { videoTracks: count('video'), audioTracks: count('audio'), tracks: tracks.length }
  const nothing = { width: 0, height: 0, frameRate: 0, durationSec: 0 }
  if (!video || problemOfFacts({ ...counted, width: 2, height: 2, frameRate: 1, durationSec: 1 }))
    return { ...counted, ...nothing, video }
  const { averagePacketRate } = await video.computePacketStats(packetsOfStats)
  return {
    ...counted,
    ...{ video, width: await video.getDisplayWidth(), height: await video.getDisplayHeight() },
    ...{ frameRate: averagePacketRate, durationSec: await input.computeDuration() },
  }
}
const packetsOfStats = 100

interface Wanted {
  from: string
  to: string
  version: VideoVersion
  facts: VideoFacts
  onProgress: (share: number) => void
}

const makeVersion = async ({
  from,
  to,
  version,
  facts,
  onProgress,
}: Wanted): Promise<VideoProblem | null> => {
  const input = openFile(from)
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(to),
  })
  const conversion = await Conversion.init({
    ...{ input, output, tracks: 'primary', tags: {}, copy: false, showWarnings: false },
    trim: { start: 0, end: secondsMax },
    video: {
      ...versionSize(facts, version),
      ...{ fit: 'fill', codec: 'avc', bitrate: pictureBitsPerSec[version], keyFrameInterval: keyFrameSec },
      ...{ frameRate: versionFrameRate(facts.frameRate), allowTransformationMetadata: false },
      hardwareAcceleration: 'prefer-software',
    },
    audio: { codec: 'aac', bitrate: soundBitsPerSec, numberOfChannels: 2, sampleRate: 48_000 },
  })
  if (!conversion.isValid || conversion.discardedTracks.some(({ reason }) => reason !== 'discarded_by_user'))
    return 'unreadable'
  conversion.onProgress = onProgress
  await conversion.execute()
  input.dispose()
  return null
}

const makePoster = async (file: string, durationSec: number, to: string): Promise<void> => {
  const track = await openFile(file).getPrimaryVideoTrack()
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
  const { video, ...facts } = await factsOf(openFile(source))
  const problem = problemOfFacts(facts)
  if (problem) return { problem }
  const fileOf = (version: VideoVersion) => path.join(folder, `${version}.mp4`)
  let told = 0
  const reportShare = (share: number) => {
    if (share - told < 0.01) return
    told = share
    tell({ share })
  }
  const refused = await makeVersion({
    ...{ from: source, to: fileOf(720), version: 720, facts },
    onProgress: (share) => reportShare(share * largeShare),
  })
  if (refused) return { problem: refused }
  const large = await factsOf(openFile(fileOf(720)))
  const cutOff = problemOfResult(facts.durationSec, large.durationSec)
  if (cutOff) return { problem: cutOff }
  // From what was made here, so that hostile bytes are decoded once.
  await makeVersion({
    ...{ from: fileOf(720), to: fileOf(360), version: 360, facts: large },
    onProgress: (share) => reportShare(largeShare + share * (1 - largeShare)),
  })
  const poster = path.join(folder, 'poster.jpg')
  await makePoster(fileOf(720), large.durationSec, poster)
  return {
    ...{
      durationMs: Math.round(large.durationSec * 1_000),
      width: large.width,
      height: large.height,
      poster,
    },
    versions: ([360, 720] as const).map((version) => ({ version, file: fileOf(version) })),
  }
}

process.stdin.on('end', () => process.exit(1)).resume()
registerMediabunnyServer({ hardwareContext: null })
const [source = '', folder = ''] = process.argv.slice(2)
try {
  tell({ result: await convert(source, folder) })
} catch (error) {
  // Every error of a reader or a decoder about bytes that were sent means that they are no video.
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  tell({ result: { problem: 'unreadable' } })
}
process.stdout.end(() => process.exit(0))
