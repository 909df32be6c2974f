import { expect, test } from 'vitest'
import { blinkTimes, poseAt } from './pose.ts'
import { mouthCues } from './speech.ts'

const loopSec = 12
const cues = [{ fromSec: 1, toSec: 1.2, shape: 'a' as const }]

test('the end of the loop meets its beginning', () => {
  for (const seed of [1, 9, 25]) {
    const end = poseAt(loopSec, loopSec, seed, cues)
    const start = poseAt(0, loopSec, seed, cues)
    expect(end.headTurn).toBeCloseTo(start.headTurn, 6)
    expect(end.breathY).toBeCloseTo(start.breathY, 6)
    expect(end.faceX).toBeCloseTo(start.faceX, 6)
    expect([start.eyesOpen, end.eyesOpen, start.mouth, end.mouth]).toEqual([1, 1, 'rest', 'rest'])
  }
})

test('the eyes blink now and then, and stay open where the loop begins again', () => {
  for (const seed of [1, 9, 25]) {
    const times = blinkTimes(loopSec, seed)
    expect(times.length).toBeGreaterThanOrEqual(2)
    expect(Math.min(...times)).toBeGreaterThan(0.5)
    expect(Math.max(...times)).toBeLessThan(loopSec - 0.5)
  }
})

test('the mouth takes the shape of the vowel, already with its consonant, and rests in silence', () => {
  const trace = [
    '[Output label]',
    '0 5100000 xx^xx-sil+k=o/A',
    '5100000 5900000 xx^sil-k+o=N/A',
    '5900000 7050000 sil^k-o+N=b/A',
    '7050000 7950000 k^o-N+b=a/A',
    '7950000 9000000 o^N-pau+xx=xx/A',
  ].join('\n')
  expect(mouthCues(trace)).toEqual([
    { fromSec: 0.51, toSec: 0.59, shape: 'o' },
    { fromSec: 0.59, toSec: 0.705, shape: 'o' },
    { fromSec: 0.705, toSec: 0.795, shape: 'closed' },
  ])
})
