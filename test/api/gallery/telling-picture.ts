import sharp from 'sharp'

/** Seeds from here on are nobody's but those that are chosen. */
let made = 10_000

/** A picture of stripes that differ for each seed, so that its hash of looks says something. */
export const telling = (
  seed = ++made,
  { width = 90, brightness = 1, quality = 90 } = {},
): Promise<Buffer> => {
  const columns = Array.from({ length: 72 }, (_, at) => {
    const noise = Math.sin(seed * 12.9898 + at * 78.233) * 43_758.5453
    const level = Math.round(40 + 150 * (noise - Math.floor(noise)))
    return `<rect x="${(at % 9) * 10}" y="${Math.floor(at / 9) * 10}" width="10" height="10" fill="rgb(${level},${level},${level})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 80" width="${width}" height="${Math.round((width * 8) / 9)}">${columns.join('')}</svg>`
  return sharp(Buffer.from(svg)).modulate({ brightness }).jpeg({ quality }).toBuffer()
}
