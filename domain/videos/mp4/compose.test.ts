import { describe, expect, it } from 'vitest'
import { type ComposedMovie, composeMovie, piecesWithin, segmentCount } from './compose.ts'
import { readMovie } from './movie.ts'
import { pictureBytes, smallMovie, smallSegmentMs } from './testing/small-movie.ts'

const shape = { segments: 5, picturesEach: 5, hasSound: true }
const first = smallMovie({ ...shape, name: 'one' })
const second = smallMovie({ ...shape, name: 'other', hasSound: false, chunkOf: 7 })
const [one, other] = [readMovie(first), readMovie(second)]
const isOdd = (segment: number) => segment % 2 === 1

const bytesOf = (movie: ComposedMovie, range = { first: 0, last: movie.bytes - 1 }): string =>
  piecesWithin(movie, range)
    .map(({ from, offset, length }) => {
      const source = from === 'head' ? movie.head : from === 'first' ? first : second
      return Buffer.from(source.subarray(offset, offset + length)).toString('latin1')
    })
    .join('')

const whole = (movie: ComposedMovie): Uint8Array => Buffer.from(bytesOf(movie), 'latin1')

/** What a player reads of a file: the bytes of each sample by the file's own index. */
const played = (file: Uint8Array, kind: 'video' | 'audio'): string[] =>
  readMovie(file)
    .tracks.filter((track) => track.kind === kind)
    .flatMap(({ samples }) =>
      samples.map(({ offset, size }) => Buffer.from(file.subarray(offset, offset + size)).toString('latin1')),
    )

const expectedPictures = (nameOf: (segment: number) => string): string[] =>
  Array.from({ length: shape.segments }, (_, segment) =>
    Array.from({ length: shape.picturesEach }, (_each, at) => pictureBytes(nameOf(segment), segment, at)),
  ).flat()

describe('a composed movie', () => {
  it('has each segment from the chosen encoding, all sound, and the same times and keyframes', () => {
    const movie = composeMovie(one, other, smallSegmentMs, isOdd)
    const file = whole(movie)
    expect(file.length).toBe(movie.bytes)
    expect(played(file, 'video')).toEqual(expectedPictures((segment) => (isOdd(segment) ? 'other' : 'one')))
    expect(played(file, 'audio')).toEqual(played(first, 'audio'))
    const times = (bytes: Uint8Array) =>
      readMovie(bytes).tracks.map(({ samples }) =>
        samples.map(({ decodedAt, compositionOffset, isKey }) => [decodedAt, compositionOffset, isKey]),
      )
    expect(times(file)).toEqual(times(first))
  })

  it('of one encoding has its pictures in runs by segment, beside the sound of the same time', () => {
    const file = whole(composeMovie(one, null, smallSegmentMs, isOdd))
    expect(played(file, 'video')).toEqual(played(first, 'video'))
    const text = Buffer.from(file).toString('latin1')
    expect(text.indexOf('one 1.0')).toBeGreaterThan(text.indexOf('sound 2;'))
    expect(text.indexOf('one 1.0')).toBeLessThan(text.indexOf('sound 3;'))
    // Arranged once, it stays as it is.
    const again = composeMovie(readMovie(file), null, smallSegmentMs, isOdd)
    expect(again.pieces).toHaveLength(2)
    expect(again.head).toEqual(new Uint8Array(file.subarray(0, again.head.length)))
  })

  it('is sent in any ranges as the same bytes', () => {
    const movie = composeMovie(one, other, smallSegmentMs, isOdd)
    const bytes = bytesOf(movie)
    for (let from = 0; from < movie.bytes; from += 37)
      for (const last of [from, from + 1, from + 400, movie.bytes - 1])
        expect(bytesOf(movie, { first: from, last: Math.min(last, movie.bytes - 1) })).toBe(
          bytes.slice(from, last + 1),
        )
  })
})

describe('two encodings', () => {
  it('have their segments in common', () => {
    expect(segmentCount(one, other, smallSegmentMs)).toBe(shape.segments)
  })

  it.each([
    ['another number of segments', { segments: 4 }],
    ['another number of pictures', { picturesEach: 2 }],
    ['another configuration of the decoder', { configuration: 'settingz' }],
  ])('with %s can’t stand for each other', (_name, change) => {
    const different = readMovie(smallMovie({ ...shape, name: 'other', ...change }))
    expect(() => segmentCount(one, different, smallSegmentMs)).toThrow('the two encodings differ')
  })
})

describe('the index of a file', () => {
  it.each([
    ['is cut off', first.subarray(0, 40)],
    ['begins with something else', Buffer.from('version 720 version 720')],
    ['says a box is longer than its parent', first.map((byte, at) => (at === 20 ? 0x7f : byte))],
  ])('that %s isn’t read', (_name, bytes) => {
    expect(() => readMovie(bytes)).toThrow()
  })
})
