import { parentPort } from 'node:worker_threads'
import { applyWatermark } from '#domain/gallery/watermark/apply-watermark.ts'
import { watermarkScores } from '#domain/gallery/watermark/read-watermark.ts'
import { locateVideo, refinedOffset } from '#domain/gallery/watermark/video/locate.ts'
import { readSegments } from '#domain/gallery/watermark/video/read-segments.ts'
import { watermarkGrid, watermarkPattern } from '#domain/gallery/watermark/watermark-pattern.ts'
import type { WatermarkWork } from './watermark-thread.ts'

const done = (work: WatermarkWork): unknown => {
  if (work.type === 'read') return watermarkScores(work.original, work.found, work.keys)
  if (work.type === 'locate') return locateVideo(work.found, work.thumbs)
  if (work.type === 'refine') return refinedOffset(work.found, work.nearby, work.shown)
  if (work.type === 'segments') return readSegments(work.compared)
  const { picture, original, key } = work
  const grid = watermarkGrid(original.width, original.height)
  applyWatermark(picture, watermarkPattern(key, grid), (grid.cell * picture.width) / original.width)
  return picture.pixels
}

parentPort?.on('message', (work: WatermarkWork) => parentPort?.postMessage(done(work)))
