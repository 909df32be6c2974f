/** Parts of the demo's drawn pictures. Everything is SVG text, the same at every seeding. */

/** Numbers from 0 to 1, the same ones for the same name (mulberry32). */
export const dice = (name: string): (() => number) => {
  let state = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Palette {
  /** From above to below. */
  sky: readonly [string, string, string]
  /** From far to near. */
  land: readonly [string, string, string]
  light: string
  accent: string
}

export interface Sheet {
  width: number
  height: number
  random: () => number
  palette: Palette
}

export const palettes = {
  dusk: {
    sky: ['#2b2a5c', '#8a5a9c', '#f3a683'],
    land: ['#6d4c86', '#43366b', '#241f45'],
    light: '#ffe3b0',
    accent: '#ff9a76',
  },
  night: {
    sky: ['#0d1233', '#1d2a5e', '#3e5391'],
    land: ['#2a3a72', '#1a2552', '#0c1230'],
    light: '#fff2c9',
    accent: '#f7c873',
  },
  dawn: {
    sky: ['#a9d4e8', '#fbd9c4', '#fff0d8'],
    land: ['#9bb7c9', '#7393ab', '#4b6b85'],
    light: '#fffaf0',
    accent: '#ef8f7a',
  },
  spring: {
    sky: ['#d7ecf7', '#fbe4ec', '#fff6ee'],
    land: ['#cfe3c4', '#9ec79b', '#6ba07a'],
    light: '#ffffff',
    accent: '#e98aa6',
  },
  autumn: {
    sky: ['#f6d9a8', '#f0b37e', '#e58e6a'],
    land: ['#c9794f', '#9a4f3c', '#5f2f30'],
    light: '#fff3d6',
    accent: '#d8433b',
  },
  snow: {
    sky: ['#33456b', '#6c86ac', '#c3d3e4'],
    land: ['#e3ebf3', '#cfdbe8', '#f6f9fc'],
    light: '#ffe2a6',
    accent: '#d7654f',
  },
  cream: {
    sky: ['#fff4e6', '#fdeadb', '#f9ddcf'],
    land: ['#f3cfc0', '#dca58f', '#a8684f'],
    light: '#ffffff',
    accent: '#d9566b',
  },
  mint: {
    sky: ['#e8f5ef', '#d7ece4', '#c3e0d7'],
    land: ['#a9d3c4', '#79b5a3', '#43806f'],
    light: '#ffffff',
    accent: '#f2a65a',
  },
} as const satisfies Record<string, Palette>
export type PaletteName = keyof typeof palettes

export const between = (random: () => number, from: number, to: number): number =>
  from + (to - from) * random()
const whole = (value: number): number => Math.round(value)

/** Letters of an id that no other picture of the page has; a picture is a document of its own, so one is enough. */
export const svg = ({ width, height }: Pick<Sheet, 'width' | 'height'>, defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`

export const gradient = (id: string, colours: readonly string[], isAcross = false): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${isAcross ? 1 : 0}" y2="${isAcross ? 0 : 1}">${colours
    .map((colour, nth) => `<stop offset="${nth / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

export const glow = (id: string, colour: string): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity=".9"/><stop offset=".35" stop-color="${colour}" stop-opacity=".35"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${whole(x)}" y="${whole(y)}" width="${whole(width)}" height="${whole(height)}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${whole(x)}" cy="${whole(y)}" r="${Math.round(r * 10) / 10}" fill="${fill}" ${more}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${whole(x)}" cy="${whole(y)}" rx="${whole(rx)}" ry="${whole(ry)}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`

export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const many = (count: number, draw: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => draw(nth)).join('')

export const sky = ({ width, height }: Sheet): string => rect(0, 0, width, height, 'url(#sky)')

export const stars = ({ width, height, random, palette }: Sheet, count: number): string =>
  many(count, () =>
    circle(
      random() * width,
      random() ** 1.4 * height * 0.6,
      between(random, 1, 3.4),
      palette.light,
      `opacity="${between(random, 0.35, 0.95).toFixed(2)}"`,
    ),
  )

/** A ridge of hills across the sheet, filled to the bottom. */
export const ridge = ({ width, height, random }: Sheet, top: number, rough: number, fill: string): string => {
  const steps = 7
  const at = (nth: number) => [(nth / steps) * width, top + between(random, -rough, rough)] as const
  const points = Array.from({ length: steps + 1 }, (_, nth) => at(nth))
  const curve = points
    .slice(1)
    .map(([x, y], nth) => {
      const [fromX, fromY] = points[nth] ?? [0, top]
      const middle = (fromX + x) / 2
      return `C${whole(middle)} ${whole(fromY)} ${whole(middle)} ${whole(y)} ${whole(x)} ${whole(y)}`
    })
    .join('')
  return path(`M0 ${whole(points[0]?.[1] ?? top)}${curve}V${height}H0Z`, fill)
}

export const moon = ({ palette }: Sheet, x: number, y: number, r: number): string =>
  circle(x, y, r * 3.4, 'url(#glow)') + circle(x, y, r, palette.light)

/** Light on water below a lamp in the sky. */
export const glitter = ({ random, palette }: Sheet, x: number, top: number, bottom: number): string =>
  many(26, (nth) => {
    const y = top + ((bottom - top) * (nth + 0.5)) / 26
    const half = between(random, 12, 46) * (0.5 + nth / 26)
    return rect(
      x - half + between(random, -20, 20),
      y,
      half * 2,
      4,
      palette.light,
      `rx="2" opacity="${between(random, 0.2, 0.75).toFixed(2)}"`,
    )
  })
