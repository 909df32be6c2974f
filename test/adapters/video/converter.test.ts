import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVideoConverter } from '#adapters/video/converter.ts'
import type { ConversionOptions } from '#adapters/video/port.ts'
import { drawnClip } from '#test/helpers/drawn-clip.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'koyoi-video-'))
})
afterAll(() => rm(root, { recursive: true }))

let files = 0
const stage = async (bytes: Uint8Array): Promise<ConversionOptions> => {
  files += 1
  const [source, folder] = [path.join(root, `source-${files}`), path.join(root, `results-${files}`)]
  await writeFile(source, bytes)
  await mkdir(folder)
  return { source, folder }
}
const limits = {
  wallMs: 60_000,
  cpuSec: 60,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 64 * 1024 ** 2,
  threads: 2,
}

test('makes two versions in H264 and AAC and a poster, upright, without what the phone wrote about the place', async () => {
  const words = '35.6586+139.7454 ここで撮りました'
  const options = await stage(await drawnClip({ width: 800, height: 480, comment: words, rotation: 90 }))
  const shares: number[] = []
  const converted = await createVideoConverter().convert({
    ...options,
    onProgress: (share) => shares.push(share),
  })
  if ('problem' in converted) throw new Error(converted.problem)
  expect(converted).toMatchObject({ width: 480, height: 800 })
  expect(converted.durationMs).toBeGreaterThan(900)
  expect(converted.durationMs).toBeLessThan(1_200)
  expect(shares.length).toBeGreaterThan(1)
  expect(converted.versions.map(({ version }) => version)).toEqual([360, 720])
  for (const { version, file } of converted.versions) {
    const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS })
    const video = await input.getPrimaryVideoTrack()
    expect([video?.codec, (await input.getPrimaryAudioTrack())?.codec]).toEqual(['avc', 'aac'])
    expect([await video?.getDisplayWidth(), await video?.getDisplayHeight()]).toEqual(
      version === 720 ? [480, 800] : [360, 600],
    )
    const bytes = await readFile(file)
    expect(bytes.includes(words)).toBe(false)
    // A player needs the index before it can begin.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  }
  const poster = await sharp(converted.poster).metadata()
  expect([poster.format, poster.width, poster.height, poster.exif]).toEqual(['jpeg', 480, 800, undefined])
}, 30_000)

test('reads WebM without sound', async () => {
  const options = await stage(await drawnClip({ isWebm: true, hasSound: false }))
  const converted = await createVideoConverter(limits).convert(options)
  expect(converted).toMatchObject({ width: 160, height: 96 })
}, 30_000)

test('reads pictures of ten bits, as phones record them', async () => {
  const options = await stage(await readFile(path.join(import.meta.dirname, 'ten-bits.mp4')))
  expect(await createVideoConverter(limits).convert(options)).toMatchObject({ width: 160, height: 96 })
}, 30_000)

test.each([
  ['random bytes', async () => randomBytes(5_000), 'unreadable'],
  [
    'a picture with another ending',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#36c' } })
        .jpeg()
        .toBuffer(),
    'unreadable',
  ],
  [
    'a playlist that names a file of the server',
    async () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    'unreadable',
  ],
  ['a file without its end', async () => (await drawnClip({ seconds: 4 })).subarray(0, 9_000), 'cutOff'],
  ['many tracks', () => drawnClip({ tracks: 14, hasSound: false }), 'tooManyTracks'],
  [
    'a picture that is too large',
    () => drawnClip({ width: 64, height: 4_000, hasSound: false, seconds: 1, frameRate: 1 }),
    'tooManyPixels',
  ],
  [
    'a video that is too long',
    () => drawnClip({ width: 32, height: 32, seconds: 302, frameRate: 1, hasSound: false }),
    'tooLong',
  ],
] as const)(
  'refuses %s',
  async (_, make, problem) => {
    const options = await stage(await make())
    expect(await createVideoConverter(limits).convert(options)).toEqual({ problem })
  },
  30_000,
)

test.each([
  ['time', { wallMs: 300 }],
  ['CPU', { cpuSec: 1 }],
  ['memory', { memoryBytes: 50 * 1024 ** 2 }],
  ['space', { fileBytes: 16 * 1024 }],
])(
  'ends a conversion that takes too much %s',
  async (_, less) => {
    // Takes more than a second of a fast core.
    const options = await stage(await drawnClip({ width: 320, height: 192, seconds: 12 }))
    expect(await createVideoConverter({ ...limits, ...less }).convert(options)).toEqual({
      problem: 'tooHeavy',
    })
  },
  30_000,
)

test('ends with its parent’s wish', async () => {
  const options = await stage(await drawnClip())
  const stopping = new AbortController()
  const converted = createVideoConverter(limits).convert({ ...options, signal: stopping.signal })
  stopping.abort(new Error('stops'))
  await expect(converted).rejects.toThrow('stops')
  expect(await readdir(options.folder)).toEqual([])
}, 30_000)
