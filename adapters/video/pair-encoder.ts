import {
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  type VideoEncodingConfig,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import { applyShifts, type ShiftMaker, shiftMaker } from './frame-pattern.ts'

/** An MP4 whose index comes first. */
export const outputTo = (file: string): Output =>
  new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new FilePathTarget(file) })

interface PairOptions {
  encoding: VideoEncodingConfig
  frameRate: number
  segmentMs: number
}

/**
 * Makes a second encoding beside a conversion: `split` moves the brightness of each picture by an invisible pattern, one
 * way for the conversion and the other way for the second file. Both have the same settings and times, so that any segment
 * of one can stand for the other's.
 */
export const pairEncoder = async (file: string, { encoding, frameRate, segmentMs }: PairOptions) => {
  const output = outputTo(file)
  const source = new VideoSampleSource(encoding)
  output.addVideoTrack(source, { frameRate })
  await output.start()
  let segment = -1
  let maker: ShiftMaker | null = null
  let shifts: readonly [Int8Array, Int8Array] | null = null
  return {
    split: async (sample: VideoSample): Promise<VideoSample> => {
      const [width, height] = [sample.codedWidth, sample.codedHeight]
      const one = new Uint8ClampedArray(sample.allocationSize({ format: 'I420' }))
      await sample.copyTo(one, { format: 'I420' })
      const brightness = one.subarray(0, width * height)
      maker ??= shiftMaker(width, height, Math.random)
      const current = Math.floor((sample.timestamp * 1_000) / segmentMs)
      if (current !== segment || !shifts) {
        segment = current
        shifts = maker(brightness)
      }
      const other = one.slice()
      applyShifts(brightness, shifts[0])
      applyShifts(other.subarray(0, width * height), shifts[1])
      const { timestamp, duration, colorSpace } = sample
      const shape = {
        ...{ format: 'I420' as const, codedWidth: width, codedHeight: height },
        ...{ timestamp, duration, colorSpace },
      }
      using second = new VideoSample(other, shape)
      await source.add(second)
      return new VideoSample(one, shape)
    },
    finish: () => output.finalize(),
  }
}
