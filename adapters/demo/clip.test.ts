import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClip, loadClip, packetizeVp8 } from './clip.ts'
import { parseIvf } from './ivf.ts'
import { parseOggOpus } from './ogg-opus.ts'

const folder = new URL('../../seed/clips/', import.meta.url)
const seeded = readdirSync(folder).filter((name) => name.endsWith('.ivf'))

test('a frame is cut into packets that fit, with the descriptor of RFC 7741', () => {
  const frame = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 251))
  const packets = packetizeVp8(frame)
  expect(packets.map((packet) => packet[0])).toEqual([0x10, 0x00, 0x00])
  expect(Math.max(...packets.map((packet) => packet.length))).toBeLessThanOrEqual(1200)
  expect(Buffer.concat(packets.map((packet) => packet.subarray(1)))).toEqual(frame)
})

test('a packet of opus may run over two pages', () => {
  const page = (...pieces: Buffer[]) =>
    Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(22),
      Buffer.of(pieces.length, ...pieces.map((piece) => piece.length)),
      ...pieces,
    ])
  const long = Buffer.alloc(300, 7)
  const file = Buffer.concat([
    page(Buffer.from('OpusHead...')),
    page(Buffer.from('OpusTags...')),
    page(Buffer.of(1, 2), long.subarray(0, 255)),
    page(long.subarray(255), Buffer.of(3)),
  ])
  expect(parseOggOpus(file)).toEqual([Buffer.of(1, 2), long, Buffer.of(3)])
})

test('what is no clip is refused with the reason', () => {
  expect(() => parseIvf(Buffer.from('GIF89a'))).toThrow('not an IVF file')
  expect(() => parseOggOpus(Buffer.alloc(64))).toThrow('not an Ogg page')
  const ivf = readFileSync(new URL('p01.ivf', folder))
  expect(() => createClip(ivf.subarray(0, ivf.length - 1), Buffer.alloc(0))).toThrow('cut off')
})

test('a clip id is never a path', async () => {
  await expect(loadClip(folder, '../portraits/p01')).rejects.toThrow('no such clip')
})

test.each(seeded)('%s can be entered every two seconds and repeats with its sound', async (name) => {
  const clip = await loadClip(folder, name.replace('.ivf', ''))
  expect(clip.loopMs).toBeGreaterThanOrEqual(5_000)
  const gaps = [...clip.keyframes, clip.frames.length]
    .slice(1)
    .map((at, index) => at - (clip.keyframes[index] ?? 0))
  expect(Math.max(...gaps) * clip.frameMs).toBeLessThanOrEqual(2_000)
  expect(clip.audio.length * 20).toBe(clip.loopMs)
})
