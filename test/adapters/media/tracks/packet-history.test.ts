import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PacketHistory } from '#adapters/media/embedded/tracks/packet-history.ts'

const blockBytes = 32_768
/** As many as a history has places for. */
const places = 1_024
const keptMs = 4_000
const packetBytesMax = 1_500

/** A history, and a way to put a packet into it whose bytes say which one it is. */
const newHistory = () => {
  const history = new PacketHistory(blockBytes)
  const put = (sequence: number, now: number, length: number) => {
    const bytes = history.copy(Buffer.alloc(length, sequence & 0xff), sequence, now)
    const flags = { timestamp: 0, marker: false, startsKeyframe: false, hasPayload: true }
    const packet = { sequence, ...flags, pictureId: -1, baseLayerIndex: -1, bytes }
    history.add(packet)
    return packet
  }
  return { history, put }
}

test('what came within four seconds is there byte for byte, as far as it is one of the newest 1,024', () => {
  const steps = fc.array(
    fc.record({
      packets: fc.integer({ min: 1, max: 120 }),
      length: fc.integer({ min: 12, max: packetBytesMax }),
      pauseMs: fc.constantFrom(0, 1, 20, 33, 200, 1_500, 4_500),
    }),
    { minLength: 1, maxLength: 60 },
  )
  fc.assert(
    fc.property(steps, (run) => {
      const { history, put } = newHistory()
      const sent: { sequence: number; at: number; length: number }[] = []
      let now = 0
      for (const { packets, length, pauseMs } of run) {
        for (let each = 0; each < packets; each++) {
          put(sent.length, now, length)
          sent.push({ sequence: sent.length, at: now, length })
        }
        now += pauseMs
      }
      const newestAt = sent.at(-1)?.at ?? 0
      const wrong = sent.slice(-places).filter(({ sequence, at, length }) => {
        const found = history.find(sequence)
        if (!found) return newestAt - at <= keptMs
        return !found.bytes.equals(Buffer.alloc(length, sequence & 0xff))
      })
      expect(wrong).toEqual([])
    }),
  )
})

test('a stream of any length lies in memory for four seconds of it', () => {
  const { put } = newHistory()
  const perSec = 150
  const length = 1_000
  const memories = new Set<ArrayBufferLike>()
  for (let sequence = 0; sequence < 60 * perSec; sequence++)
    memories.add(put(sequence, (sequence * 1_000) / perSec, length).bytes.buffer)
  const bytes = [...memories].reduce((sum, memory) => sum + memory.byteLength, 0)
  expect(bytes).toBeLessThan(1.15 * (keptMs / 1_000) * perSec * length)
})

test('a sender without bounds gets no more than 64 blocks', () => {
  const { put } = newHistory()
  const memories = new Set<ArrayBufferLike>()
  for (let sequence = 0; sequence < 20_000; sequence++)
    memories.add(put(sequence, 0, packetBytesMax).bytes.buffer)
  expect(memories.size).toBe(64)
})

test('a packet that is older than that is known to have arrived', () => {
  const { history, put } = newHistory()
  for (let sequence = 7; sequence < 50; sequence++) put(sequence, 0, 1_000)
  for (let sequence = 50; sequence < 108; sequence++) put(sequence, keptMs + 1, 1_000)
  expect(history.find(7)).toBeNull()
  expect(history.hasArrived(7)).toBe(true)
  expect(history.hasArrived(108)).toBe(false)
  put(7 + places, keptMs + 1, 1_000)
  expect(history.hasArrived(7)).toBe(false)
})

test('of a source that begins again nothing is left', () => {
  const { history, put } = newHistory()
  put(7, 0, 1_000)
  history.clear()
  expect(history.find(7)).toBeNull()
  expect(history.hasArrived(7)).toBe(false)
})
