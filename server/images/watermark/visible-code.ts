/** Which of the seven strokes each digit has: top, upper left, upper right, middle, lower left, lower right, bottom. */
const strokesOfDigits = [
  [1, 1, 1, 0, 1, 1, 1],
  [0, 0, 1, 0, 0, 1, 0],
  [1, 0, 1, 1, 1, 0, 1],
  [1, 0, 1, 1, 0, 1, 1],
  [0, 1, 1, 1, 0, 1, 0],
  [1, 1, 0, 1, 0, 1, 1],
  [1, 1, 0, 1, 1, 1, 1],
  [1, 0, 1, 0, 0, 1, 0],
  [1, 1, 1, 1, 1, 1, 1],
  [1, 1, 1, 1, 0, 1, 1],
] as const
const strokes = ['M0 0H6', 'M0 0V6', 'M6 0V6', 'M0 6H6', 'M0 6V12', 'M6 6V12', 'M0 12H6'] as const
const digitPixels = 11

/** Part of the picture's width that the code takes. */
const widthPart = 0.09
const widthPixelsMin = 44

/** A code as a drawing of its own strokes, because a server may have no fonts. */
export const codeDrawing = (code: string, pictureWidth: number): Buffer => {
  const path = [...code]
    .map((digit, nth) => {
      const lines = strokes.filter((_, at) => strokesOfDigits[Number(digit)]?.[at] === 1).join('')
      return `<path transform="translate(${nth * digitPixels + 3} 3)" d="${lines}"/>`
    })
    .join('')
  const [wide, high] = [code.length * digitPixels + 2, 18]
  const width = Math.round(Math.max(widthPixelsMin, pictureWidth * widthPart))
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${width}" height="${Math.round((width * high) / wide)}">` +
      `<g fill="none" stroke-linecap="round"><g stroke="#000" stroke-opacity=".45" stroke-width="3.4">${path}</g>` +
      `<g stroke="#fff" stroke-opacity=".85" stroke-width="1.7">${path}</g></g></svg>`,
  )
}
