import { type FileHandle, open } from 'node:fs/promises'
import { AvFrameVideoSampleResource, toAvFrame } from '@mediabunny/server'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  type VideoEncodingConfig,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import {
  AV_PIX_FMT_YUV420P,
  type AVPixelFormat,
  FFmpegError,
  Frame,
  SoftwareScaleContext,
  SWS_BICUBIC,
} from 'node-av'
import {
  applyShifts,
  type Brightness,
  type CellSigns,
  cellSigns,
  type Shifts,
  shiftMaker,
} from './frame-pattern.ts'
import { openVideo } from './open-video.ts'

/**
 * Writes a file, or fails: where the disk is full or the file too large, the system writes a part and says why with the next
 * write, for which the library's own target doesn't ask.
 */
const wholeFile = (file: string): WritableStream<StreamTargetChunk> => {
  let handle: FileHandle | null = null
  return new WritableStream({
    start: async () => {
      handle = await open(file, 'w')
    },
    write: async ({ data, position }) => {
      let written = 0
      while (handle && written < data.byteLength) {
        const left = data.byteLength - written
        written += (await handle.write(data, written, left, position + written)).bytesWritten
      }
    },
    close: () => handle?.close(),
  })
}

/** An MP4 whose index comes first. */
export const outputTo = (file: string): Output =>
  new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new StreamTarget(wholeFile(file), { chunked: true }),
  })

interface EncodingOptions {
  encoding: VideoEncodingConfig
  frameRate: number
}

/** A file of pictures that are given one after the other. */
export const pictureFile = async (
  file: string,
  { encoding, frameRate }: EncodingOptions,
  hasSound = false,
) => {
  const output = outputTo(file)
  const pictures = new VideoSampleSource(encoding)
  output.addVideoTrack(pictures, { frameRate })
  const sound = new EncodedAudioPacketSource('aac')
  if (hasSound) output.addAudioTrack(sound)
  await output.start()
  return {
    add: async (picture: VideoSample): Promise<void> => {
      await pictures.add(picture)
      picture.close()
    },
    /** @param soundFile its sound becomes this file's, as it is */
    finish: async (soundFile: string): Promise<void> => {
      const track = hasSound ? await openVideo(soundFile).getPrimaryAudioTrack() : null
      const decoderConfig = (await track?.getDecoderConfig()) ?? undefined
      if (track)
        for await (const packet of new EncodedPacketSink(track).packets())
          await sound.add(packet, { ...(decoderConfig ? { decoderConfig } : {}) })
      await output.finalize()
    },
  }
}

type PictureFile = Awaited<ReturnType<typeof pictureFile>>

type Size = Pick<Frame, 'width' | 'height'>

const emptyPicture = ({ width, height }: Size): Frame => {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { format: AV_PIX_FMT_YUV420P, width, height })
  FFmpegError.throwIfError(frame.allocBuffer(), 'allocBuffer')
  return frame
}

/** Brings pictures to a size and to 8 bits; the answer is valid until the next one. */
const pictureScaler = ({ width, height }: Size) => {
  const scaler = new SoftwareScaleContext()
  let scaled: Frame | null = null
  return async (picture: Frame): Promise<Frame> => {
    if (picture.width === width && picture.height === height && picture.format === AV_PIX_FMT_YUV420P)
      return picture
    if (!scaled) {
      const from = [picture.width, picture.height, picture.format as AVPixelFormat] as const
      scaler.getContext(...from, width, height, AV_PIX_FMT_YUV420P, SWS_BICUBIC)
      FFmpegError.throwIfError(scaler.initContext(), 'initContext')
      scaled = emptyPicture({ width, height })
    }
    FFmpegError.throwIfError(await scaler.scaleFrame(scaled, picture), 'scaleFrame')
    scaled.copyProps(picture)
    return scaled
  }
}

const brightnessOf = ({ data, linesize, width, height }: Frame): Brightness => {
  const [values] = data ?? []
  if (!values) throw new Error('a picture has no pixels')
  return { values, width, height, stride: linesize[0] ?? width }
}

/** A copy with shifts, which the encoder takes without another copy. */
const shifted = (picture: Frame, shifts: Int8Array, { timestamp, duration }: VideoSample): VideoSample => {
  const frame = emptyPicture(picture)
  FFmpegError.throwIfError(frame.copy(picture), 'copy')
  frame.copyProps(picture)
  applyShifts(brightnessOf(frame), shifts)
  return new VideoSample(new AvFrameVideoSampleResource(frame), { timestamp, duration })
}

/**
 * Makes the pictures of both encodings of a size: their brightness moves by an invisible pattern, one way for the first and
 * the other way for the second.
 */
const pairMaker = (size: Size, signs: CellSigns) => {
  const scale = pictureScaler(size)
  const shiftsFor = shiftMaker(size.width, size.height, signs)
  let shifts: Shifts | null = null
  return async (from: Frame, sample: VideoSample, isNewSegment: boolean) => {
    const picture = await scale(from)
    if (isNewSegment || !shifts) shifts = shiftsFor(brightnessOf(picture))
    return {
      picture,
      pair: [shifted(picture, shifts[0], sample), shifted(picture, shifts[1], sample)] as const,
    }
  }
}

interface SplitOptions {
  large: Size
  small: Size
  segmentMs: number
  /** The second encoding of the large size, and both of the small one. */
  files: { second: PictureFile; smallFirst: PictureFile; smallSecond: PictureFile }
}

/**
 * Makes the other three encodings beside a conversion, which writes the first one of the large size. The two of a size have
 * the same settings and times, so that any segment of one can stand for the other's. Both sizes have the same pattern, so
 * that one can be read beside the other.
 */
export const pictureSplitter = ({ large, small, segmentMs, files }: SplitOptions) => {
  const signs = cellSigns(Math.random)
  const [largePair, smallPair] = [pairMaker(large, signs), pairMaker(small, signs)]
  const source = new Frame()
  source.alloc()
  let segment = -1
  return async (sample: VideoSample): Promise<VideoSample> => {
    await toAvFrame(sample, source)
    const current = Math.floor((sample.timestamp * 1_000) / segmentMs)
    const isNewSegment = current !== segment
    segment = current
    const { picture, pair } = await largePair(source, sample, isNewSegment)
    const { pair: smaller } = await smallPair(picture, sample, isNewSegment)
    await files.second.add(pair[1])
    await files.smallFirst.add(smaller[0])
    await files.smallSecond.add(smaller[1])
    return pair[0]
  }
}
