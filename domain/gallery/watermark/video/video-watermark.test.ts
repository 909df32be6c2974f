import { describe, expect, it } from 'vitest'
import { chancesOfStranger } from './chance.ts'
import { type Frames, frameIndexAt } from './frames.ts'
import { locateVideo, nearbyMoments, refinedOffset } from './locate.ts'
import { buyersOfReadings } from './named-buyers.ts'
import { type ReadSegments, readSegments } from './read-segments.ts'

const [width, height] = [128, 72]
const frameSec = 0.1

/** Grey noise with cells of several sizes: the same place is always the same grey. */
const levelAt = (x: number, y: number): number => {
  const noise = (cell: number) => {
    const value =
      Math.sin(Math.floor(x / cell) * 12.9898 + Math.floor(y / cell) * 78.233 + cell) * 43_758.5453
    return value - Math.floor(value)
  }
  return 40 + 80 * noise(31) + 50 * noise(13) + 20 * noise(7)
}

type Draw = (x: number, y: number, nth: number) => number

const framesOf = (count: number, draw: Draw, shape = { width, height }): Frames => {
  const values = new Uint8Array(count * shape.width * shape.height)
  for (let nth = 0; nth < count; nth += 1)
    for (let y = 0; y < shape.height; y += 1)
      for (let x = 0; x < shape.width; x += 1)
        values[(nth * shape.height + y) * shape.width + x] = draw(x, y, nth)
  return { ...shape, times: Array.from({ length: count }, (_, nth) => nth * frameSec), values }
}

/** A hand moves the camera: along a straight line, another crop would show the same at another time. */
const scene: Draw = (x, y, nth) => levelAt(x + 5 * nth, y + 20 + Math.round(12 * Math.sin(nth * 1.3)))
const original = framesOf(40, scene)

describe('a found video', () => {
  it('is located where it was cut out', () => {
    const cut = framesOf(20, (x, y, nth) => scene(x, y, nth + 12))
    expect(locateVideo(cut, original)[0]).toBeCloseTo(1.2, 5)
  })

  it('is located to the frame where it was cropped as well', () => {
    const cropped = framesOf(20, (x, y, nth) => scene(x + 20, y + 10, nth + 12), { width: 90, height: 52 })
    const rough = locateVideo(cropped, original)[0] ?? Number.NaN
    expect(rough).toBeCloseTo(1.2, 0)
    const nearby = nearbyMoments(cropped, original, 1.1)
    const shown = {
      ...original,
      times: nearby.moments.map(({ sec }) => sec),
      values: Uint8Array.from(
        nearby.moments.flatMap(({ sec }) => {
          const at = frameIndexAt(original, sec) * width * height
          return [...original.values.subarray(at, at + width * height)]
        }),
      ),
    }
    expect(refinedOffset(cropped, nearby, shown)).toBeCloseTo(1.2, 5)
  })

  it('isn’t located in another one, nor one that shows nothing', () => {
    expect(
      locateVideo(
        framesOf(20, (x, y, nth) => levelAt(3_000 - 4 * x, y * 5 + nth)),
        original,
      ),
    ).toEqual([])
    expect(
      locateVideo(
        framesOf(20, () => 90),
        original,
      ),
    ).toEqual([])
  })
})

describe('the segments of a found video', () => {
  const segments = 12
  const sign = (x: number, y: number) =>
    levelAt(9 + 11 * Math.floor(x / 4), 5 + 17 * Math.floor(y / 4)) > 110 ? 2 : -2
  const isSecond = (segment: number) => [1, 2, 5, 7, 8, 10].includes(segment)
  const encoding = (direction: 1 | -1) =>
    framesOf(segments, (x, y, nth) => scene(x, y, nth) + direction * sign(x, y))
  const [first, second] = [encoding(1), encoding(-1)]
  const signsOf = (read: ReadSegments | null) => [...(read ?? [])].map((sureness) => Math.sign(sureness))
  const pairs = Array.from({ length: segments }, (_, nth) => ({ foundNth: nth, segment: nth }))

  it('are read from the encoding that they are of, through noise', () => {
    const found = framesOf(segments, (x, y, nth) => {
      const noise = (levelAt(x * 7 + nth * 31, y * 5) % 7) - 3
      return scene(x, y, nth) + (isSecond(nth) ? -1 : 1) * sign(x, y) + noise
    })
    const read = readSegments({ found, first, second, pairs, segments })
    expect(signsOf(read)).toEqual(Array.from({ length: segments }, (_, at) => (isSecond(at) ? 1 : -1)))
  })

  it('that it doesn’t have are left out', () => {
    const some = pairs.slice(3, 9)
    const part = (frames: Frames): Frames => ({
      ...frames,
      times: frames.times.slice(3, 9),
      values: frames.values.slice(3 * width * height, 9 * width * height),
    })
    const found = framesOf(segments, (x, y, nth) => scene(x, y, nth) + (isSecond(nth) ? -1 : 1) * sign(x, y))
    const read = readSegments({ found, first: part(first), second: part(second), pairs: some, segments })
    expect(signsOf(read)).toEqual([0, 0, 0, -1, -1, 1, -1, 1, 1, 0, 0, 0])
  })

  it('aren’t read from other pictures', () => {
    const found = framesOf(segments, (x, y, nth) => levelAt(3_000 - 4 * x, y * 5 + nth))
    expect(readSegments({ found, first, second, pairs, segments })).toBeNull()
  })
})

it('a stranger agrees as a coin falls', () => {
  const even = chancesOfStranger(Array.from({ length: 20 }, () => 1))
  expect(even[0]).toBeCloseTo(1, 9)
  expect((even[20] ?? 0) * 2 ** 20).toBeCloseTo(1, 9)
  expect((even[19] ?? 0) * 2 ** 20).toBeCloseTo(21, 9)
  expect(chancesOfStranger(Array.from({ length: 150 }, () => 8))[1_200]).toBeGreaterThan(0)
  // Of 1, 2 and 5: 8, 7, 6 and 5 are reached by half of the eight ways to agree.
  expect([...chancesOfStranger([1, 2, 5])].map((chance) => chance * 8)).toEqual([8, 7, 6, 5, 4, 4, 3, 2, 1])
})

describe('buyers', () => {
  const copies: Record<string, number> = { own: 0x5a5_a5a, other: 0x0f3_3cc }
  const isSecondFor = ({ id }: { id: string }) => {
    return (segment: number) => (((copies[id] ?? 0) >> segment) & 1) === 1
  }
  const buyers = [{ id: 'other' }, { id: 'own' }]
  const copyRead = (sureness: (segment: number) => number) =>
    Int8Array.from({ length: 24 }, (_, at) => (isSecondFor({ id: 'own' })(at) ? 1 : -1) * sureness(at))

  it('are named by sure segments, though unsure ones are wrong', () => {
    const named = (unsure: number) =>
      buyersOfReadings([copyRead((at) => (at % 4 === 0 ? -unsure : 6))], buyers, isSecondFor)
    expect(named(1)).toEqual({ read: 24, named: [{ id: 'own', agreeing: 18 }] })
    expect(named(6)).toEqual({ read: 24, named: [] })
  })

  it('are not named by fewer segments than tell so many of them apart', () => {
    const named = (read: number) =>
      buyersOfReadings([copyRead((at) => (at < read ? 4 : 0))], buyers, isSecondFor).named.length
    expect([named(10), named(11)]).toEqual([0, 1])
  })

  it('are not named in what belongs to nobody', () => {
    expect(buyersOfReadings([Int8Array.from({ length: 24 }, () => -8)], buyers, isSecondFor)).toEqual({
      ...{ read: 24, named: [] },
    })
  })
})
