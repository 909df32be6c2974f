import { expect, test } from 'vitest'
import { parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import { type Sink, Source } from '#adapters/media/embedded/tracks/source.ts'
import { type AtTurnEnd, atTurnEnd } from '#adapters/media/embedded/transport/turns.ts'

const vp8 = codecs.find(({ name }) => name === 'VP8')
if (!vp8) throw new Error('no VP8')
const ssrc = 0x1111

/** A source whose turn the test ends, and receivers that write down what they get, one list for all. */
const newSource = (receivers: number) => {
  const left: ((now: number) => void)[] = []
  const later: AtTurnEnd = (work) => void left.push(work)
  const source = new Source(
    { codec: vp8, payloadType: 96, rtxPayloadType: null, parameters: '', feedback: [] },
    () => undefined,
    { isLayer: false, atTurnEnd: later },
  )
  const passed: string[] = []
  const sinkOf = (name: string): Sink => ({
    receive: ({ sequence }, _source, now) => void passed.push(`${name}${sequence}@${now}`),
    receiveSenderReport: () => void passed.push(`${name} report`),
    sourceRestarted: () => void passed.push(`${name} restart`),
  })
  const sinks = Array.from({ length: receivers }, (_, at) => sinkOf('abcdef'[at] ?? ''))
  for (const sink of sinks) source.sinks.add(sink)
  return {
    source,
    sinks,
    receive: (sequence: number, now: number, from = ssrc) => {
      const packet = Buffer.alloc(20, 1)
      const fields = { payloadType: 96, marker: false, sequence, timestamp: sequence * 90, ssrc: from }
      writeRtpHeader(packet, fields)
      const header = parseRtp(packet)
      if (header) source.receive(packet, header, now)
    },
    endTurn: (now: number) => {
      for (const work of left.splice(0)) work(now)
    },
    /** Since the last look. */
    passed: () => passed.splice(0),
  }
}

test('where many receive, the packets of one turn go out receiver by receiver, in order and with one instant', () => {
  const { receive, endTurn, passed } = newSource(3)
  for (const sequence of [7, 8, 9]) receive(sequence, sequence)
  expect(passed()).toEqual([])
  endTurn(10)
  expect(passed()).toEqual(['a7@10', 'a8@10', 'a9@10', 'b7@10', 'b8@10', 'b9@10', 'c7@10', 'c8@10', 'c9@10'])
  receive(10, 20)
  endTurn(21)
  expect(passed()).toEqual(['a10@21', 'b10@21', 'c10@21'])
})

test('in a call each packet goes out as it comes', () => {
  const { receive, endTurn, passed } = newSource(2)
  receive(7, 1)
  expect(passed()).toEqual(['a7@1', 'b7@1'])
  endTurn(2)
  expect(passed()).toEqual([])
})

test('a receiver that leaves while packets wait gets no more of them, and the others none twice', () => {
  const { source, sinks, receive, endTurn, passed } = newSource(3)
  const [first, , last] = sinks
  for (const sequence of [7, 8]) receive(sequence, 1)
  if (last) source.sinks.delete(last)
  if (first) {
    const { receive: record } = first
    first.receive = (...packet) => {
      record(...packet)
      source.sinks.delete(first)
    }
  }
  endTurn(2)
  expect(passed()).toEqual(['a7@2', 'b7@2', 'b8@2'])
  // One is left: the next packet waits for nothing, and nothing of before comes again.
  receive(9, 3)
  endTurn(4)
  expect(passed()).toEqual(['b9@3'])
})

test('what waits goes out before the source restarts, before its report, and when too much waits', () => {
  const { source, receive, endTurn, passed } = newSource(3)
  receive(7, 1)
  receive(50, 2, 0x2222)
  expect(passed()).toEqual(['a7@2', 'b7@2', 'c7@2', 'a restart', 'b restart', 'c restart'])
  const report = { ntpSeconds: 1, ntpFraction: 0, rtpTimestamp: 0, packetCount: 0, octetCount: 0 }
  source.receiveSenderReport({ ssrc: 0x2222, ...report }, 3)
  expect(passed()).toEqual(['a50@3', 'b50@3', 'c50@3', 'a report', 'b report', 'c report'])
  for (let sequence = 51; sequence < 51 + 64; sequence++) receive(sequence, 4, 0x2222)
  expect(passed()).toHaveLength(3 * 64)
  endTurn(5)
  expect(passed()).toEqual([])
  receive(115, 6, 0x2222)
  source.close()
  endTurn(7)
  expect(passed()).toEqual([])
})

test('the end of a turn comes after all packets of the turn, and once for all that is left for it', async () => {
  const done: string[] = []
  const ended = Promise.withResolvers<void>()
  atTurnEnd((now) => {
    done.push('one')
    atTurnEnd((later) => {
      expect(later).toBeGreaterThanOrEqual(now)
      done.push('three')
      ended.resolve()
    })
  })
  atTurnEnd(() => done.push('two'))
  queueMicrotask(() => done.push('of this turn'))
  await ended.promise
  expect(done).toEqual(['of this turn', 'one', 'two', 'three'])
})
