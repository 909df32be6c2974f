import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseLayer,
  firstChoice,
  type LayerChoice,
  type LayerSample,
} from '#adapters/media/embedded/tracks/layer-choice.ts'

const lookEveryMs = 250
/** A lower encoding at its limit and a higher one, both there, on a way without loss that says nothing of itself. */
const good: LayerSample = { carriedBps: [200_000, 800_000], loss: 0, estimateBps: null }
const estimated = (estimateBps: number): LayerSample => ({ ...good, estimateBps })
const lossy = (loss: number): LayerSample => ({ ...good, loss })
const alone: LayerSample = { ...good, carriedBps: [200_000, null] }

interface Stretch {
  forMs: number
  /** What is seen, or what is seen at a time since the stretch began. */
  sees: LayerSample | ((ms: number) => LayerSample)
}

/** The changes of encoding on the way through these stretches: when (in seconds), and to which one. */
const changes = (
  stretches: readonly Stretch[],
  begin = firstChoice(1, null, 0),
): [atS: number, layer: number][] => {
  const found: [number, number][] = []
  let choice: LayerChoice = begin
  let now = 0
  for (const { forMs, sees } of stretches) {
    const beganAt = now
    for (const endsAt = now + forMs; now < endsAt; now += lookEveryMs) {
      const sample = typeof sees === 'function' ? sees(now - beganAt) : sees
      const next = chooseLayer(choice, sample, now)
      if (next.layer !== choice.layer) found.push([now / 1_000, next.layer])
      choice = next
    }
  }
  return found
}

const seconds = (s: number, sees: Stretch['sees']): Stretch => ({ forMs: s * 1_000, sees })

describe('a receiver', () => {
  test.each<[name: string, stretches: Stretch[], expected: [number, number][]]>([
    ['whose way is good keeps the higher encoding', [seconds(60, good)], []],
    ['whose way carries it keeps it', [seconds(60, estimated(900_000))], []],
    ['whose way carries nearly as much keeps it for now', [seconds(2.5, estimated(700_000))], []],
    [
      'whose way carries nearly as much for long gets the lower one',
      [seconds(20, good), seconds(5, estimated(700_000))],
      [[23, 0]],
    ],
    [
      'whose way carries far less gets the lower one at once',
      [seconds(20, good), seconds(5, estimated(400_000))],
      [[20, 0]],
    ],
    [
      'that tells of a narrow way from the start gets the lower one at once',
      [seconds(5, estimated(150_000))],
      [[0, 0]],
    ],
    ['that loses much gets the lower one at once', [seconds(20, good), seconds(5, lossy(0.2))], [[20, 0]]],
    ['that loses what is lost on the air keeps the higher one', [seconds(60, lossy(0.08))], []],
    [
      'that loses much stays with the lower one as long as it does',
      [seconds(20, good), seconds(90, lossy(0.2))],
      [[20, 0]],
    ],
    [
      'that goes on losing a little isn’t tried with more',
      [seconds(20, good), seconds(1, lossy(0.2)), seconds(60, lossy(0.08))],
      [[20, 0]],
    ],
    [
      'whose way gets better has the higher one back after 5 s',
      [seconds(20, good), seconds(5, lossy(0.2)), seconds(20, good)],
      [
        [20, 0],
        [30, 1],
      ],
    ],
    [
      'that can’t show more room than what comes fills has to show that much',
      [
        seconds(20, good),
        seconds(5, estimated(150_000)),
        seconds(20, estimated(210_000)),
        seconds(7, estimated(300_000)),
      ],
      [
        [20, 0],
        [50, 1],
      ],
    ],
    [
      'whose room comes and goes stays with the lower one',
      [seconds(20, good), seconds(60, (ms) => lossy(ms % 4_000 < 1_000 ? 0.2 : 0))],
      [[20, 0]],
    ],
    [
      'that falls silent isn’t tried with more',
      [seconds(20, good), seconds(1, lossy(0.2)), seconds(60, { ...good, loss: null })],
      [[20, 0]],
    ],
  ])('%s', (_name, stretches, expected) => {
    expect(changes(stretches)).toEqual(expected)
  })
})

describe('a try of the higher encoding', () => {
  const down = [seconds(20, good), seconds(1, lossy(0.2))]

  test('isn’t judged by reports of what was before, then by loss', () => {
    const [, up, again] = changes([...down, seconds(5.25, good), seconds(5, lossy(0.3))])
    expect([up, again]).toEqual([
      [26, 1],
      [27, 0],
    ])
  })

  test('isn’t judged by an estimate that climbs behind what comes', () => {
    const climbs = (ms: number) => estimated(Math.min(900_000, 300_000 * 1.08 ** Math.floor(ms / 1_000)))
    expect(changes([...down, seconds(40, climbs)])).toEqual([
      [20, 0],
      [26, 1],
    ])
  })

  test('fails when the estimate stops climbing below what comes, or falls', () => {
    const stops = (ms: number) => estimated(Math.min(400_000, 300_000 * 1.08 ** Math.floor(ms / 1_000)))
    expect(changes([...down, seconds(8, stops)])).toEqual([
      [20, 0],
      [26, 1],
      [28, 0],
    ])
    const falls = (ms: number) => estimated(ms < 6_500 ? 300_000 : 250_000)
    expect(changes([...down, seconds(7, falls)])).toEqual([
      [20, 0],
      [26, 1],
      [27.5, 0],
    ])
  })

  test('comes later the more often it fails: after 10, 20, 40 and at most 60 s', () => {
    let isTaken = false
    // A way that never carries the higher one, however clean it is with the lower one.
    let choice = firstChoice(0, null, 0)
    const tries: number[] = []
    let fellAt = 0
    for (let now = 0; now < 400_000; now += lookEveryMs) {
      const next = chooseLayer(choice, isTaken ? lossy(0.3) : good, now)
      if (next.layer > choice.layer) tries.push((now - fellAt) / 1_000)
      if (next.layer < choice.layer) fellAt = now
      choice = next
      isTaken = choice.layer === 1
    }
    expect(tries.slice(1, 7).map(Math.round)).toEqual([10, 20, 40, 60, 60, 60])
  })

  test('that lasts 10 s counts as no failure when the way gets worse later', () => {
    expect(changes([...down, seconds(25, good), seconds(1, lossy(0.2)), seconds(10, good)])).toEqual([
      [20, 0],
      [26, 1],
      [46, 0],
      [52, 1],
    ])
  })
})

describe('an encoding that doesn’t come', () => {
  test('is replaced at once by the one that does', () => {
    expect(changes([seconds(20, good), seconds(1, alone)])).toEqual([[20, 0]])
    const other = { ...good, carriedBps: [null, 800_000] }
    const down = [seconds(20, good), seconds(1, lossy(0.2))]
    expect(changes([...down, seconds(1, other)])).toEqual([
      [20, 0],
      [21, 1],
    ])
  })

  test('isn’t replaced when none comes: there is nothing better', () => {
    expect(changes([seconds(20, good), seconds(60, { ...good, carriedBps: [null, null] })])).toEqual([])
  })

  test('at the beginning is waited for, and taken as soon as it is there', () => {
    const silent = { loss: null, estimateBps: null }
    const early = seconds(1, { ...alone, ...silent })
    expect(changes([early, seconds(1, { ...good, ...silent })])).toEqual([])
    const late = seconds(5, { ...alone, ...silent })
    expect(changes([late, seconds(1, { ...good, ...silent })])).toEqual([
      [1.5, 0],
      [5, 1],
    ])
  })

  test('later is taken again when the connection was good for 2 s', () => {
    expect(changes([seconds(20, good), seconds(1, alone), seconds(5, good)])).toEqual([
      [20, 0],
      [22.25, 1],
    ])
  })
})

describe('of three encodings', () => {
  const three: LayerSample = { carriedBps: [150_000, 500_000, 1_500_000], loss: 0, estimateBps: null }

  test('the highest one that the estimate allows is taken', () => {
    const begin = firstChoice(2, null, 0)
    expect(changes([seconds(2, { ...three, estimateBps: 700_000 })], begin)).toEqual([[0, 1]])
    expect(changes([seconds(2, { ...three, estimateBps: 300_000 })], begin)).toEqual([[0, 0]])
  })

  test('each higher one is a try of its own', () => {
    const begin = firstChoice(2, null, 0)
    expect(changes([seconds(1, { ...three, estimateBps: 100_000 }), seconds(20, three)], begin)).toEqual([
      [0, 0],
      [6, 1],
      [11.25, 2],
    ])
  })
})

test('whatever is seen, one of the encodings is chosen, and never upward while much is lost', () => {
  const sample = fc.record({
    carriedBps: fc.tuple(
      fc.option(fc.nat(300_000), { nil: null }),
      fc.option(fc.nat(2_000_000), { nil: null }),
    ),
    loss: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    estimateBps: fc.option(fc.nat(3_000_000), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), (samples) => {
      let choice = firstChoice(1, null, 0)
      samples.forEach((seen, index) => {
        const next = chooseLayer(choice, seen, index * lookEveryMs)
        expect([0, 1]).toContain(next.layer)
        const isUpward = next.layer > choice.layer
        const came = seen.carriedBps[choice.layer] !== null
        if (isUpward && came) expect(seen.loss ?? 0).toBeLessThan(0.05)
        choice = next
      })
    }),
    { numRuns: 2_000 },
  )
})
