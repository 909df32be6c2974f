import type { VideoProblem } from '#contract/videos/problems.ts'
import type { VideoVersion } from '#contract/videos/videos.ts'

/** What a video became: files in the folder that was given. */
export interface ConvertedVideo {
  durationMs: number
  /** Pixels of the largest version. */
  width: number
  height: number
  /**
   * Two encodings of each version, whose pictures differ by an invisible pattern and are otherwise the same. Each segment
   * begins with a keyframe in both. The second one has no sound.
   */
  versions: { version: VideoVersion; file: string; second: string }[]
  segmentMs: number
  /** A JPEG of the largest version's size. */
  poster: string
}

export interface ConversionOptions {
  /** The file as it was sent: hostile until the opposite is shown. */
  source: string
  /** An empty folder of ours. */
  folder: string
  /** Hears of the work done, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Ends the work; the promise rejects. */
  signal?: AbortSignal
}

export interface VideoConverter {
  /** Answers why a video can't be shown; rejects only where the fault is ours, or the signal ended it. */
  convert(options: ConversionOptions): Promise<ConvertedVideo | { problem: VideoProblem }>
}

/** Which pictures, small and grey. */
export interface FramesWanted {
  /** Pixels of the longer side; a smaller video keeps its own. */
  longSide: number
  /** The next one so many milliseconds later, all with 0; or those that are shown at these seconds, which ascend. */
  at: { everyMs: number } | { times: readonly number[] }
}

/** Pictures of a video: 8 bits a pixel, picture by picture, and their times in seconds. */
export interface ReadFrames {
  width: number
  height: number
  times: number[]
  values: Uint8Array
}

export interface FrameReader {
  /** As `VideoConverter.convert`: answers why a video can't be read. */
  read(
    options: FramesWanted & Pick<ConversionOptions, 'source' | 'folder' | 'signal'>,
  ): Promise<ReadFrames | { problem: VideoProblem }>
}
