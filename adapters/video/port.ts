import type { VideoProblem } from '#contract/videos/problems.ts'
import type { VideoVersion } from '#contract/videos/videos.ts'

/** What a video became: files in the folder that was given. */
export interface ConvertedVideo {
  durationMs: number
  /** Pixels of the largest version. */
  width: number
  height: number
  versions: { version: VideoVersion; file: string }[]
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
