import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LayerOrder } from '#adapters/media/embedded/tracks/layer-order.ts'
import { frameMs, LayeredPublisher, type Rid } from '../support/layered.ts'

const second = Math.ceil(1_000 / frameMs)

describe('encodings are ordered by what they carry', () => {
  /** Frames as wide ones and narrow ones are; a keyframe each second, so that a receiver can change. */
  const frames = (rid: Rid, index: number) => ({
    packets: rid === 'h' ? 8 : 1,
    isKey: index % second === 0,
  })

  test.each<[string, Rid[]]>([
    ['lowest first', ['l', 'h']],
    ['highest first', ['h', 'l']],
  ])('offered %s', (_name, rids) => {
    const publisher = new LayeredPublisher('VP8', rids)
    const receiver = publisher.receiver()
    receiver.forwarder.attach(publisher.track, 0)
    let now = publisher.play(0, 6 * second, frames)
    expect(receiver.rid).toBe('h')
    // Too much for this receiver: it gets the lower one, and the higher one again when there is room.
    receiver.says({ loss: 0.3 }, now)
    now = publisher.play(now, 2 * second, frames)
    expect(receiver.rid).toBe('l')
    for (let index = 0; index < 8; index++) {
      receiver.says({}, now)
      now = publisher.play(now, second, frames)
    }
    expect(receiver.rid).toBe('h')
    publisher.track.close()
  })

  test('and what a receiver sees of it is one unbroken line', () => {
    const publisher = new LayeredPublisher('VP8', ['h', 'l'])
    const receiver = publisher.receiver()
    receiver.forwarder.attach(publisher.track, 0)
    publisher.play(0, 8 * second, frames)
    const steps = receiver.got.map(
      ({ sequence }, index) => (sequence - (receiver.got[0]?.sequence ?? 0) - index) & 0xffff,
    )
    expect(new Set(steps)).toEqual(new Set([0]))
    expect(new Set(receiver.got.map(({ rid }) => rid))).toEqual(new Set(['l', 'h']))
    publisher.track.close()
  })
})

describe('the order of encodings', () => {
  const looks = (samples: (number | null)[][]) => {
    const order = new LayerOrder()
    return samples.map((sample) => order.look(sample))
  }

  test('changes when a lower one has carried clearly more for three seconds', () => {
    expect(looks(Array(3).fill([900, 300, 100]))).toEqual([null, null, [2, 1, 0]])
    expect(looks(Array(3).fill([300, 900, 100]))).toEqual([null, null, [2, 0, 1]])
  })

  test('stays while they are about the same, or come and go', () => {
    expect(looks(Array(9).fill([140, 100])).some(Boolean)).toBe(false)
    expect(
      looks([
        [900, 100],
        [900, 100],
        [100, 900],
        [900, 100],
        [900, 100],
      ]).some(Boolean),
    ).toBe(false)
    expect(looks(Array(9).fill([900, null])).some(Boolean)).toBe(false)
  })

  test('leaves the position of one that doesn’t arrive', () => {
    expect(looks(Array(3).fill([900, null, 100]))[2]).toEqual([2, 1, 0])
    expect(looks(Array(3).fill([null, 900, 100]))[2]).toEqual([0, 2, 1])
  })

  test('has every encoding once, whatever they carry', () => {
    const sample = fc.array(fc.option(fc.nat(1_000_000), { nil: null }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 20 }), (samples) => {
        for (const places of looks(samples)) {
          if (places) expect(places.toSorted()).toEqual([0, 1, 2])
        }
      }),
    )
  })
})
