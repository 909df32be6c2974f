import { fraction, type MouthShape, type Pose } from './pose.ts'
import { parseSvg, type SvgElement, writeSvg } from './svg-tree.ts'

/** Closed eyes of Lorelei (CC0 1.0, Lisa Wischofsky), in the coordinates of the face drawing. */
const closedEyes =
  'M623 498c2-1 5 2 6 3 8 8 19 13 30 13 5 0 11-1 16-3 2-2 4-5 7-6s7 0 9 2c4 3 4 10 0 13-5 7-14 10-22 11-10 1-21-2-30-8-8-4-14-10-17-18-1-3-2-6 1-7ZM530 500l3-1c3 2 1 5 0 7a97 97 0 0 1-50 38c-24 8-52 4-72-12-2-3-4-6-3-10s4-7 8-7c3 0 6 2 8 4 8 5 16 9 25 10 12 2 23 0 34-3 13-4 25-12 36-20 4-2 7-5 11-6Z'

const ink = '#211c38'
const mouthAt = { x: 556, y: 668 }
/** Half width and height of the open mouth, and whether teeth show. */
const openMouths: Record<Exclude<MouthShape, 'rest' | 'closed'>, [number, number, boolean]> = {
  a: [62, 64, true],
  e: [66, 42, true],
  i: [70, 28, true],
  o: [42, 52, false],
  u: [32, 28, false],
}

function drawMouth(shape: Exclude<MouthShape, 'rest'>, lip: string): string {
  const { x, y } = mouthAt
  if (shape === 'closed') {
    return `<path d="M${x - 54} ${y + 6}Q${x} ${y + 26} ${x + 52} ${y}" fill="none" stroke="${lip}" stroke-width="10" stroke-linecap="round"/>`
  }
  const [width, height, teeth] = openMouths[shape]
  const left = `${x - width} ${y}`
  const right = `${x + width * 0.92} ${y - 6}`
  const upper = `M${left}Q${x + 4} ${y + 10 - height * 0.14} ${right}`
  const outline = `${upper}C${x + width * 0.8} ${y + height} ${x - width * 0.72} ${y + height * 1.1} ${left}Z`
  const tongue = `<ellipse cx="${x + 2}" cy="${y + height * 0.86}" rx="${width * 0.6}" ry="${height * 0.36}" fill="#d4697a"/>`
  const teethBand = `<path d="${upper}l-6 ${height * 0.24}Q${x + 4} ${y + 12 + height * 0.1} ${x - width + 6} ${y + height * 0.22}Z" fill="#fff"/>`
  return (
    `<clipPath id="mouth"><path d="${outline}"/></clipPath><path d="${outline}" fill="#5f1a2b"/>` +
    `<g clip-path="url(#mouth)">${tongue}${teeth ? teethBand : ''}</g>` +
    `<path d="${outline}" fill="none" stroke="${lip}" stroke-width="9" stroke-linejoin="round"/>`
  )
}

const firstFill = (element: SvgElement): string | undefined =>
  element.attributes.fill ?? element.children.map(firstFill).find(Boolean)

const firstPoint = (path = ''): string =>
  /^M(-?[\d.]+)[ ,]?(-?[\d.]+)/i.exec(path)?.slice(1, 3).join(' ') ?? '0 0'

const swing = (phase: number, cycles: number, offset: number) =>
  Math.sin(2 * Math.PI * (phase * cycles + offset))

type Write = (element: SvgElement) => string

/** Movement of the background by class; `index` distinguishes elements of one class. */
const backgroundMoves: Record<
  string,
  (element: SvgElement, write: Write, phase: number, index: number) => string
> = {
  light: (element, write, phase, index) => {
    const twinkle = swing(phase, 2 + (index % 3), fraction(3, index))
    return `<g opacity="${(0.74 + 0.26 * twinkle).toFixed(2)}">${write(element)}</g>`
  },
  sway: (element, write, phase, index) => {
    const turn = (swing(phase, 3, index * 0.21) * 2.4).toFixed(2)
    const transform = `${element.attributes.transform ?? ''} rotate(${turn} 0 -60)`
    return write({ ...element, attributes: { ...element.attributes, transform } })
  },
  leaf: (element, write, phase, index) => {
    const turn = (swing(phase, 2, index * 0.17) * 1.1).toFixed(2)
    const move = element.attributes.transform
      ? `translate(0 ${turn})`
      : `rotate(${turn} ${firstPoint(element.attributes.d)})`
    return `<g transform="${move}">${write(element)}</g>`
  },
  cloth: (element, write, phase) => {
    const skew = (swing(phase, 3, 0) * 0.8).toFixed(2)
    return `<g transform="translate(0 30) skewX(${skew}) translate(0 -30)">${write(element)}</g>`
  },
  tail: (element, write, phase) =>
    `<g transform="rotate(${(swing(phase, 4, 0) * 5).toFixed(2)} 512 398)">${write(element)}</g>`,
  fall: (element, write, phase) => falling(write(element), phase * 750),
  rain: (element, write, phase) => falling(write(element), ((phase * 8) % 1) * 750),
}

const falling = (inner: string, y: number) =>
  `<g transform="translate(0 ${y.toFixed(1)})">${inner}<g transform="translate(0 -750)">${inner}</g></g>`

/** Prepares one portrait. @returns a function that draws a frame of it as SVG of the given size */
export function portraitFrames(svgText: string, width: number, height: number): (pose: Pose) => string {
  const root = parseSvg(svgText)
  const mouth = findClass(root, 'mouth')
  const lip = (mouth && firstFill(mouth)) ?? '#8a2b3d'
  return (pose) => {
    const counts: Record<string, number> = {}
    return writeSvg(root, (element, write) => {
      if (element.name === 'svg') {
        return write({
          ...element,
          attributes: { ...element.attributes, width: `${width}`, height: `${height}` },
        })
      }
      const name = element.attributes.class ?? ''
      const person = personMoves[name]
      if (person) return person(write(withoutClass(element)), pose, lip)
      const move = backgroundMoves[name]
      if (!move) return undefined
      counts[name] = (counts[name] ?? 0) + 1
      return move(withoutClass(element), write, pose.phase, counts[name])
    })
  }
}

const personMoves: Record<string, (inner: string, pose: Pose, lip: string) => string> = {
  head: (inner, { headTurn, headX, breathY }) =>
    `<g transform="translate(${headX.toFixed(2)} ${(breathY * 0.8).toFixed(2)}) rotate(${headTurn.toFixed(3)} 300 640)">${inner}</g>`,
  face: (inner, { faceX, faceY }) =>
    `<g transform="translate(${faceX.toFixed(2)} ${faceY.toFixed(2)})">${inner}</g>`,
  body: (inner, { breathY }) => `<g transform="translate(0 ${breathY.toFixed(2)})">${inner}</g>`,
  brows: (inner, { browY }) => `<g transform="translate(0 ${browY.toFixed(2)})">${inner}</g>`,
  eyes: (inner, { eyesOpen }) => {
    if (eyesOpen === 1) return inner
    if (eyesOpen === 0) return `<path d="${closedEyes}" fill="${ink}"/>`
    return `<g transform="translate(0 ${(520 * (1 - eyesOpen)).toFixed(1)}) scale(1 ${eyesOpen})">${inner}</g>`
  },
  mouth: (inner, { mouth }, lip) => (mouth === 'rest' ? inner : drawMouth(mouth, lip)),
}

function withoutClass(element: SvgElement): SvgElement {
  const { class: _, ...attributes } = element.attributes
  return { ...element, attributes }
}

function findClass(element: SvgElement, name: string): SvgElement | undefined {
  if (element.attributes.class === name) return element
  for (const child of element.children) {
    const found = findClass(child, name)
    if (found) return found
  }
  return undefined
}
