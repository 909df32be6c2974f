/** The luminance of a picture: one value of 0 to 255 per pixel, row by row. */
export interface GreyPicture {
  width: number
  height: number
  values: Float32Array
}

const luminance = [0.299, 0.587, 0.114] as const

/** @param pixels 8 bits a channel, 1, 3 or 4 channels, row by row */
export const greyOf = (pixels: Uint8Array, width: number, height: number, channels: number): GreyPicture => {
  const values = new Float32Array(width * height)
  const [red, green, blue] = luminance
  for (let at = 0; at < values.length; at += 1) {
    const from = at * channels
    values[at] =
      channels < 3
        ? (pixels[from] ?? 0)
        : red * (pixels[from] ?? 0) + green * (pixels[from + 1] ?? 0) + blue * (pixels[from + 2] ?? 0)
  }
  return { width, height, values }
}

/** Sums of all rectangles from the upper left corner, so that any rectangle's mean costs four reads. */
export interface IntegralImage {
  width: number
  height: number
  /** (width + 1) × (height + 1) sums. */
  sums: Float64Array
}

export const integralImage = ({ width, height, values }: GreyPicture): IntegralImage => {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] ?? 0
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row
    }
  }
  return { width, height, sums }
}

/** The sum up to a corner that may lie between pixels. */
const sumTo = ({ width, height, sums }: IntegralImage, x: number, y: number): number => {
  const stride = width + 1
  const left = Math.min(width, Math.max(0, x))
  const top = Math.min(height, Math.max(0, y))
  const x0 = Math.min(width - 1, Math.floor(left))
  const y0 = Math.min(height - 1, Math.floor(top))
  const right = left - x0
  const down = top - y0
  const above = (sums[y0 * stride + x0] ?? 0) * (1 - right) + (sums[y0 * stride + x0 + 1] ?? 0) * right
  const below =
    (sums[(y0 + 1) * stride + x0] ?? 0) * (1 - right) + (sums[(y0 + 1) * stride + x0 + 1] ?? 0) * right
  return above * (1 - down) + below * down
}

/** The mean of a rectangle in pixels, which may begin and end between pixels. */
export const meanOf = (
  picture: IntegralImage,
  left: number,
  top: number,
  width: number,
  height: number,
): number => {
  const sum =
    sumTo(picture, left + width, top + height) -
    sumTo(picture, left, top + height) -
    sumTo(picture, left + width, top) +
    sumTo(picture, left, top)
  return sum / (width * height)
}
