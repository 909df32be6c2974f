import type { ConvertedVideo, VideoConverter } from './port.ts'
import { runVideoProcess, type VideoProcessLimits } from './video-process.ts'

const usual: VideoProcessLimits = {
  /** Five minutes of 4K take some ten minutes of one core. */
  wallMs: 60 * 60_000,
  cpuSec: 45 * 60,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 256 * 1024 ** 2,
  threads: 2,
}

/** Converts each video in a process of its own. */
export const createVideoConverter = (limits: VideoProcessLimits = usual): VideoConverter => ({
  convert: (options) =>
    runVideoProcess<ConvertedVideo>({ program: 'converting-child.ts', ...options }, limits),
})
