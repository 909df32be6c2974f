import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import type { RawPicture } from '#domain/gallery/watermark/apply-watermark.ts'
import { watermarkScoreMin, watermarkScores } from '#domain/gallery/watermark/read-watermark.ts'
import { imageKinds } from '../image-request.ts'
import { renderVariant } from '../render.ts'
import { watermarkCode } from './watermark.ts'

const rawOf = async (picture: Sharp): Promise<RawPicture> => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

/** A picture of grey squares that differ for each seed. */
const squares = (seed: number, width: number): Promise<Buffer> => {
  const rects = Array.from({ length: 72 }, (_, at) => {
    const noise = Math.sin(seed * 12.9898 + at * 78.233) * 43_758.5453
    const level = Math.round(40 + 150 * (noise - Math.floor(noise)))
    return `<rect x="${(at % 9) * 10}" y="${Math.floor(at / 9) * 10}" width="10" height="10" fill="rgb(${level},${level},${level})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 80" width="${width}" height="${Math.round((width * 8) / 9)}">${rects.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
}

const original = await squares(3, 1_280)
const variant = {
  kind: imageKinds.content,
  size: 960,
  quality: 75,
  format: 'webp',
  isBlurred: false,
} as const
const key = randomBytes(32)
const copy = await renderVariant(original, variant, { key, code: null })
const strangers = Array.from({ length: 50 }, () => randomBytes(32))

const scoresIn = async (found: Sharp) =>
  watermarkScores(await rawOf(sharp(original)), await rawOf(sharp(await found.toBuffer())), [
    key,
    ...strangers,
  ])

describe('a watermark', () => {
  it('is not seen: the copy differs by less than the encoding does', async () => {
    const plain = await rawOf(sharp(await renderVariant(original, variant)))
    const marked = await rawOf(sharp(copy))
    let sum = 0
    for (const [at, value] of plain.pixels.entries()) sum += (value - (marked.pixels[at] ?? 0)) ** 2
    const decibels = 10 * Math.log10(255 ** 2 / (sum / plain.pixels.length))
    expect(decibels).toBeGreaterThan(42)
    expect(decibels).toBeLessThan(Number.POSITIVE_INFINITY)
  })

  it.each<[string, (copy: Sharp) => Sharp]>([
    ['as it was delivered', (found) => found],
    ['encoded at quality 60', (found) => found.jpeg({ quality: 60 })],
    ['at half the size', (found) => found.resize(480).jpeg({ quality: 60 })],
    [
      'cropped to 70 %',
      (found) => found.extract({ left: 200, top: 90, width: 672, height: 597 }).jpeg({ quality: 60 }),
    ],
    [
      'cropped and halved',
      (found) =>
        found.extract({ left: 31, top: 200, width: 672, height: 597 }).resize(351).jpeg({ quality: 60 }),
    ],
  ])('names its buyer and nobody else, %s', async (_name, degrade) => {
    const { likeness, scores } = await scoresIn(degrade(sharp(copy)))
    expect(likeness).toBeGreaterThan(0.8)
    const [own = 0, ...others] = scores
    expect(own).toBeGreaterThan(watermarkScoreMin)
    expect(Math.max(...others)).toBeLessThan(watermarkScoreMin)
  })

  it('is read in no other picture, and in no copy without it', async () => {
    expect((await scoresIn(sharp(await squares(77, 800)))).likeness).toBeNull()
    const plain = await scoresIn(sharp(await renderVariant(original, variant)).jpeg({ quality: 60 }))
    expect(Math.max(...plain.scores)).toBeLessThan(watermarkScoreMin)
  })

  it('shows six digits in the corner where operators chose so, and is read all the same', async () => {
    const code = watermarkCode(key)
    expect(code).toMatch(/^\d{6}$/)
    const seen = await renderVariant(original, variant, { key, code })
    const [plain, marked] = [await rawOf(sharp(copy)), await rawOf(sharp(seen))]
    const { width, height, channels } = plain
    /** Pixels of a part of the picture that the code has changed. */
    const changedIn = (fromX: number, fromY: number, toX: number, toY: number) => {
      let changed = 0
      for (let y = fromY; y < toY; y += 1)
        for (let at = (y * width + fromX) * channels; at < (y * width + toX) * channels; at += 1)
          if (Math.abs((plain.pixels[at] ?? 0) - (marked.pixels[at] ?? 0)) > 40) changed += 1
      return changed
    }
    expect(changedIn(width - 100, height - 40, width, height)).toBeGreaterThan(200)
    expect(changedIn(0, 0, width, height - 64)).toBe(0)
    expect((await scoresIn(sharp(seen))).scores[0]).toBeGreaterThan(watermarkScoreMin)
  })
})
