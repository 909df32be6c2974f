import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FrameReader } from './port.ts'
import { runVideoProcess, type VideoProcessLimits } from './video-process.ts'

const usual: VideoProcessLimits = {
  /** Five minutes of 4K take some minutes of one core. */
  wallMs: 10 * 60_000,
  cpuSec: 10 * 60,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 256 * 1024 ** 2,
  threads: 2,
}

/** Reads each video in a process of its own. */
export const createFrameReader = (limits: VideoProcessLimits = usual): FrameReader => ({
  read: async ({ source, folder, longSide, at, signal }) => {
    const answer = await runVideoProcess<{ width: number; height: number; times: number[] }>(
      { program: 'frames-child.ts', source, folder, more: [JSON.stringify({ longSide, at })], signal },
      limits,
    )
    return 'problem' in answer
      ? answer
      : { ...answer, values: await readFile(path.join(folder, 'frames.grey')) }
  },
})
