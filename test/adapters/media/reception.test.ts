import { describe, expect, test } from 'vitest'
import { Reception } from '#adapters/media/embedded/rtp/reception.ts'

const video = () => new Reception(90_000, { requestsResends: true })

const receiveAll = (reception: Reception, sequences: number[], now = 0) =>
  sequences.map((sequence) => reception.receive(sequence, now))

describe('the packets of a source', () => {
  test('are numbered on over the wrap', () => {
    expect(receiveAll(video(), [0xfffe, 0xffff, 0, 1])).toEqual([
      { kind: 'next', sequence: 0xfffe },
      { kind: 'next', sequence: 0xffff },
      { kind: 'next', sequence: 0x10000 },
      { kind: 'next', sequence: 0x10001 },
    ])
  })

  test('a missing one is requested at once, then every 40 ms, ten times', () => {
    const reception = video()
    receiveAll(reception, [10, 12], 1_000)
    expect(reception.claimDue(1_000)).toEqual([11])
    expect(reception.claimDue(1_039)).toEqual([])
    const requested = Array.from({ length: 20 }, (_, round) => reception.claimDue(1_040 + round * 40)).flat()
    expect(requested).toHaveLength(9)
    expect(reception.isMissingAny).toBe(false)
  })

  test('one that arrives late isn’t requested again', () => {
    const reception = video()
    receiveAll(reception, [10, 13])
    expect(reception.receive(11, 5)).toEqual({ kind: 'late', sequence: 11 })
    expect(reception.claimDue(10)).toEqual([12])
  })

  test('sound isn’t requested again', () => {
    const sound = new Reception(48_000, { requestsResends: false })
    receiveAll(sound, [10, 13])
    expect(sound.isMissingAny).toBe(false)
  })

  test('a hole of hundreds isn’t requested packet by packet', () => {
    const reception = video()
    receiveAll(reception, [10])
    expect(reception.receive(10 + 300, 0)).toEqual({ kind: 'hole', sequence: 310 })
    expect(reception.isMissingAny).toBe(false)
  })

  test('a far jump is believed with the second packet', () => {
    const reception = video()
    receiveAll(reception, [10])
    expect(receiveAll(reception, [20_000, 20_001])).toEqual([{ kind: 'useless' }, { kind: 'restart' }])
  })

  test('a single stray packet changes nothing', () => {
    const reception = video()
    expect(receiveAll(reception, [10, 20_000, 11]).map(({ kind }) => kind)).toEqual([
      'next',
      'useless',
      'next',
    ])
  })

  test('what was before the first packet, or long ago, is useless', () => {
    const reception = video()
    receiveAll(reception, [5_000])
    expect(reception.receive(4_999, 0)).toEqual({ kind: 'useless' })
    for (let sequence = 5_001; sequence < 7_000; sequence++) reception.receive(sequence, 0)
    expect(reception.receive(5_500, 0)).toEqual({ kind: 'useless' })
  })
})

describe('the receiver report', () => {
  test('has nothing to say before the first packet', () => {
    expect(video().report()).toBeNull()
  })

  test('counts the loss since the last one, and in all', () => {
    const reception = video()
    receiveAll(reception, [0, 1, 2, 3, 8, 9])
    expect(reception.report()).toMatchObject({
      fractionLost: 0.4,
      cumulativeLost: 4,
      extendedHighestSequence: 9,
    })
    receiveAll(reception, [10, 11])
    expect(reception.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 4 })
  })

  test('a duplicate doesn’t make up for a loss', () => {
    const reception = video()
    receiveAll(reception, [0, 1, 3, 3])
    reception.discountDuplicate()
    expect(reception.report()).toMatchObject({ cumulativeLost: 1 })
  })

  test('has no jitter while packets come as they were sent', () => {
    const reception = video()
    for (let frame = 0; frame < 50; frame++) reception.recordTiming(frame * 3_000, (frame * 1_000) / 30)
    expect(reception.report()).toBeNull()
    receiveAll(reception, [1])
    expect(reception.report()?.jitter).toBeLessThan(1.1)
  })

  test('shows the jitter of packets that come unevenly', () => {
    const reception = video()
    receiveAll(reception, [1])
    for (let frame = 0; frame < 200; frame++)
      reception.recordTiming(frame * 3_000, (frame * 1_000) / 30 + (frame % 2) * 10)
    expect(reception.report()?.jitter).toBeCloseTo(900, -2)
  })
})
