/**
 * The watermark of buyers' copies, as they are delivered (960 and 1,920 px, AVIF at 50 and WebP at 75), after another
 * encoding at quality 60, half the size, a crop to 70 % and all of them: who is named in 200 tries among 1,000 strangers,
 * and whether anybody is named in 200 pictures without one. The CPU of one copy is compared with the same variant without a
 * watermark.
 */

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type Bench, median } from '#bench/bench.ts'
import { numbersFrom } from '#bench/shared/numbers.ts'
import type { RawPicture } from '#domain/gallery/watermark/apply-watermark.ts'
import { watermarkScoreMin, watermarkScores } from '#domain/gallery/watermark/read-watermark.ts'
import { imageKinds } from '#server/images/image-request.ts'
import { renderVariant } from '#server/images/render.ts'

const tries = 200
const strangers = 1_000
const barErrors = 2
const pictures = 10
const uploadedPixels = 2_000

type Next = () => number

const rawOf = async (picture: Sharp): Promise<RawPicture> => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

/** Noise of several sizes, as rough as a photograph. */
const photograph = (next: Next): Sharp => {
  const [width, height] = [uploadedPixels, Math.round(uploadedPixels * 0.75)]
  const layers = [6, 12, 24, 48, 96, 192].map((cells) => ({
    cells,
    height: 90 / Math.sqrt(cells / 6),
    values: Float32Array.from({ length: (cells + 2) ** 2 }, next),
  }))
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let level = 120 + 5 * (next() - 0.5)
      for (const layer of layers) {
        const [across, down] = [(x / width) * layer.cells, (y / height) * layer.cells]
        const [column, row] = [Math.floor(across), Math.floor(down)]
        const value = (dx: number, dy: number) =>
          layer.values[(row + dy) * (layer.cells + 2) + column + dx] ?? 0
        const upper = value(0, 0) + (value(1, 0) - value(0, 0)) * (across - column)
        const lower = value(0, 1) + (value(1, 1) - value(0, 1)) * (across - column)
        level += layer.height * (upper + (lower - upper) * (down - row) - 0.5)
      }
      for (let colour = 0; colour < 3; colour += 1)
        pixels[(y * width + x) * 3 + colour] = Math.max(0, Math.min(255, level + 6 * colour))
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Half drawings, whose flat areas hide little, and half photographs. */
const originals = async (next: Next): Promise<Buffer[]> => {
  const folder = path.resolve(import.meta.dirname, '../../seed/pictures')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.svg')).sort()
  const drawings = names.slice(0, pictures / 2).map(async (name) =>
    sharp(await readFile(path.join(folder, name)), { density: 300 })
      .resize({ width: uploadedPixels })
      .flatten({ background: '#fff' }),
  )
  const drawn = await Promise.all(drawings)
  const noisy = Array.from({ length: pictures - drawn.length }, () => photograph(next))
  return Promise.all([...drawn, ...noisy].map((picture) => picture.jpeg({ quality: 88 }).toBuffer()))
}

const cropped = async (copy: Buffer, next: Next): Promise<{ picture: Sharp; width: number }> => {
  const { width, height } = await sharp(copy).metadata()
  const [wide, high] = [Math.round(width * 0.7), Math.round(height * 0.7)]
  const [left, top] = [Math.floor(next() * (width - wide)), Math.floor(next() * (height - high))]
  return { picture: sharp(copy).extract({ left, top, width: wide, height: high }), width: wide }
}

const halved = async (copy: Buffer): Promise<Sharp> =>
  sharp(copy).resize(Math.round((await sharp(copy).metadata()).width / 2))

const losses: Record<string, (copy: Buffer, next: Next) => Promise<Sharp>> = {
  'as delivered': async (copy) => sharp(copy),
  'JPEG 60': async (copy) => sharp(copy).jpeg({ quality: 60 }),
  'WebP 60': async (copy) => sharp(copy).webp({ quality: 60 }),
  'half, JPEG 60': async (copy) => (await halved(copy)).jpeg({ quality: 60 }),
  'crop 70 %, JPEG 60': async (copy, next) => (await cropped(copy, next)).picture.jpeg({ quality: 60 }),
  'crop 70 %, half, JPEG 60': async (copy, next) => {
    const { picture, width } = await cropped(copy, next)
    return picture.resize(Math.round(width / 2)).jpeg({ quality: 60 })
  },
}

const deliveries = [
  { size: 960, quality: 50, format: 'avif' },
  { size: 960, quality: 75, format: 'webp' },
  { size: 1920, quality: 50, format: 'avif' },
  { size: 1920, quality: 75, format: 'webp' },
] as const

const keysFrom = (next: Next, count: number): Buffer[] =>
  Array.from({ length: count }, () => Buffer.from(Array.from({ length: 32 }, () => Math.floor(next() * 256))))

const cpuOf = async <Made>(work: () => Promise<Made>): Promise<{ ms: number; made: Made }> => {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, made }
}

export const bench: Bench = async (print) => {
  const next = numbersFrom(82)
  const uploads = await originals(next)
  const greys = await Promise.all(uploads.map((upload) => rawOf(sharp(upload))))
  const found = new Map<string, { tries: number; right: number; lowest: number }>()
  const more: number[] = []
  let [missed, wrong, invented, highest] = [0, 0, 0, 0]
  for (let nth = 0; nth < tries; nth += 1) {
    const at = nth % uploads.length
    const [upload, original] = [uploads[at], greys[at]]
    const delivery = deliveries[Math.floor(nth / uploads.length) % deliveries.length]
    const [name, lose] = Object.entries(losses)[nth % Object.keys(losses).length] ?? []
    if (!upload || !original || !delivery || !name || !lose) throw new Error('nothing to try')
    const variant = { ...delivery, kind: imageKinds.content, isBlurred: false }
    const keys = keysFrom(next, strangers + 1)
    const plain = await cpuOf(() => renderVariant(upload, variant))
    const copy = await cpuOf(() => renderVariant(upload, variant, { key: keys[0] as Buffer, code: null }))
    more.push(copy.ms - plain.ms)
    const scoresOf = async (picture: Buffer) =>
      watermarkScores(original, await rawOf(sharp(await (await lose(picture, next)).toBuffer())), keys)
    const [own = 0, ...others] = (await scoresOf(copy.made)).scores
    const stranger = Math.max(...others)
    const isRight = own >= watermarkScoreMin
    if (!isRight) missed += 1
    if (stranger >= watermarkScoreMin) wrong += 1
    const line = found.get(name) ?? { tries: 0, right: 0, lowest: Number.POSITIVE_INFINITY }
    found.set(name, {
      tries: line.tries + 1,
      right: line.right + (isRight ? 1 : 0),
      lowest: Math.min(line.lowest, own),
    })
    const without = Math.max(...(await scoresOf(plain.made)).scores)
    highest = Math.max(highest, stranger, without)
    if (without >= watermarkScoreMin) invented += 1
  }
  for (const [name, { tries: count, right, lowest }] of found)
    print(`${name}: ${right} of ${count} named, lowest score ${lowest.toFixed(1)}`)
  print(
    `${tries} tries among ${strangers} strangers: ${missed} missed, ${wrong} named somebody else, ${invented} named somebody in a picture without a watermark; highest score of a stranger ${highest.toFixed(1)}, threshold ${watermarkScoreMin}`,
  )
  print(
    `CPU of a copy more than of the same variant without a watermark: median ${median(more).toFixed(0)} ms`,
  )
  const errors = missed + wrong + invented
  return { figure: `${errors} errors`, bar: `≤${barErrors}`, isMet: errors <= barErrors }
}
