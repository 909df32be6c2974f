import { boxWith, tableBox } from '../boxes.ts'

interface SmallMovie {
  /** Begins the bytes of each picture, which also name their segment and place. */
  name: string
  segments: number
  picturesEach: number
  /** Of the decoder: two encodings with other ones can't stand for each other. */
  configuration?: string
  /** Pictures of one chunk; a real encoder's chunks end anywhere. */
  chunkOf?: number
  hasSound?: boolean
}

const timescale = 1_000
/** Of a segment, in milliseconds. */
export const smallSegmentMs = 250
/** A packet of sound, in milliseconds. */
const packetMs = 100

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const zeros = (count: number): Uint8Array => new Uint8Array(count)

/** The bytes of one picture. */
export const pictureBytes = (name: string, segment: number, picture: number): string =>
  `${name} ${segment}.${picture}${'.'.repeat(1 + (name.length % 3) + picture)}`

interface SmallTrack {
  handler: 'vide' | 'soun'
  samples: readonly Uint8Array[]
  duration: number
  chunkOf: number
  keys: readonly number[] | null
  configuration: string
}

const trackBox = (track: SmallTrack, offsets: readonly number[]): Uint8Array => {
  const { handler, samples, duration, chunkOf, keys, configuration } = track
  const chunks = Math.ceil(samples.length / chunkOf)
  const rest = samples.length % chunkOf
  const rows = rest === 0 ? [1, 1, chunkOf, 1] : [2, 1, chunkOf, 1, chunks, rest, 1]
  const entry = boxWith(handler === 'vide' ? 'avc1' : 'mp4a', [
    zeros(78),
    boxWith('avcC', [text(configuration)]),
  ])
  const stbl = boxWith('stbl', [
    boxWith('stsd', [zeros(8), entry]),
    tableBox('stts', [1, samples.length, duration]),
    ...(keys ? [tableBox('stss', [keys.length, ...keys])] : []),
    ...(keys ? [tableBox('ctts', [1, samples.length, 0], 1), boxWith('cslg', [zeros(24)])] : []),
    tableBox('stsc', rows),
    tableBox('stsz', [0, samples.length, ...samples.map(({ length }) => length)]),
    tableBox('stco', [offsets.length, ...offsets]),
  ])
  const mdia = boxWith('mdia', [
    tableBox('mdhd', [0, 0, timescale, samples.length * duration, 0]),
    boxWith('hdlr', [zeros(8), text(handler), zeros(13)]),
    boxWith('minf', [stbl]),
  ])
  return boxWith('trak', [boxWith('tkhd', [zeros(80)]), mdia])
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => boxWith('none', parts).subarray(8)

/** An MP4 of a few hundred bytes with its index first. Its pictures can be read as text and by no decoder. */
export const smallMovie = ({
  name,
  segments,
  picturesEach,
  configuration = 'settings',
  chunkOf = 3,
  hasSound = false,
}: SmallMovie): Uint8Array => {
  const pictures = Array.from({ length: segments * picturesEach }, (_, at) =>
    text(pictureBytes(name, Math.floor(at / picturesEach), at % picturesEach)),
  )
  const video: SmallTrack = {
    ...{
      handler: 'vide',
      samples: pictures,
      duration: smallSegmentMs / picturesEach,
      chunkOf,
      configuration,
    },
    keys: Array.from({ length: segments }, (_, at) => at * picturesEach + 1),
  }
  const packets = Math.ceil((segments * smallSegmentMs) / packetMs)
  const sound: SmallTrack = {
    ...{ handler: 'soun', duration: packetMs, chunkOf: 4, keys: null, configuration: '' },
    samples: Array.from({ length: packets }, (_, at) => text(`sound ${at};`)),
  }
  const tracks = hasSound ? [video, sound] : [video]
  const media = tracks.flatMap(({ samples }) => samples)
  const headFor = (start: number): Uint8Array => {
    let at = start
    const boxes = tracks.map((track) => {
      const offsets: number[] = []
      for (const [nth, { length }] of track.samples.entries()) {
        if (nth % track.chunkOf === 0) offsets.push(at)
        at += length
      }
      return trackBox(track, offsets)
    })
    return joined([
      boxWith('ftyp', [text('isom')]),
      boxWith('moov', [boxWith('mvhd', [zeros(100)]), ...boxes]),
    ])
  }
  const mdat = boxWith('mdat', media)
  return joined([headFor(headFor(0).length + 8), mdat])
}
