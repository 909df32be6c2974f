import { describe, expect, it } from 'vitest'
import {
  goodLine,
  type IntervalStats,
  type LineLevel,
  type LineState,
  lineStep,
  lineTable,
  lineUnknown,
  lineVerdict,
} from './line-quality.ts'

const well: IntervalStats = {
  lossPercent: 0,
  roundTripMs: 40,
  jitterMs: 8,
  concealedPercent: 0,
  videoKbps: 900,
  framesPerSecond: 30,
}
const nothing: IntervalStats = {
  lossPercent: null,
  roundTripMs: null,
  jitterMs: null,
  concealedPercent: null,
  videoKbps: null,
  framesPerSecond: null,
}

describe('the verdict on an interval', () => {
  it.each([
    ['lossPercent', 2, 'good', '回線は良好です'],
    ['lossPercent', 2.1, 'fair', '回線がやや不安定です'],
    ['lossPercent', 8.1, 'poor', '回線が不安定です'],
    ['roundTripMs', 300, 'good', '回線は良好です'],
    ['roundTripMs', 301, 'fair', '少し遅れて届いています'],
    ['roundTripMs', 601, 'poor', '大きく遅れて届いています'],
    ['jitterMs', 50, 'good', '回線は良好です'],
    ['jitterMs', 51, 'fair', '回線がやや揺れています'],
    ['jitterMs', 121, 'poor', '回線が大きく揺れています'],
    ['concealedPercent', 5, 'good', '回線は良好です'],
    ['concealedPercent', 6, 'fair', '音声がやや途切れています'],
    ['concealedPercent', 16, 'poor', '音声が途切れています'],
    ['framesPerSecond', 12, 'good', '回線は良好です'],
    ['framesPerSecond', 11, 'fair', '映像の動きがやや粗くなっています'],
    ['framesPerSecond', 4, 'poor', '映像が途切れています'],
    ['videoKbps', 80, 'good', '回線は良好です'],
    ['videoKbps', 79, 'fair', '映像がやや粗くなっています'],
    ['videoKbps', 29, 'poor', '映像が粗くなっています'],
  ] as const)('%s of %d: %s, %s', (figure, value, level, sentence) => {
    expect(lineVerdict({ ...well, [figure]: value })).toMatchObject({ level, sentence })
  })

  it('names the worst figure, and of equal figures the one about sound', () => {
    expect(lineVerdict({ ...well, lossPercent: 3, roundTripMs: 900 })?.because).toBe('roundTripMs')
    expect(lineVerdict({ ...well, framesPerSecond: 2, concealedPercent: 40 })?.because).toBe(
      'concealedPercent',
    )
  })

  it('ignores the picture of a camera that is off', () => {
    expect(lineVerdict({ ...well, videoKbps: 4, framesPerSecond: 1 })).toEqual(goodLine)
  })

  it('judges a voice call by its sound alone, and gives no verdict without figures', () => {
    expect(lineVerdict({ ...well, videoKbps: null, framesPerSecond: null })).toEqual(goodLine)
    expect(lineVerdict(nothing)).toBeNull()
  })

  it('has its own sentence for each row and level', () => {
    const sentences = Object.values(lineTable).flatMap(({ sentences: { fair, poor } }) => [fair, poor])
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})

describe('the level that is shown', () => {
  const verdicts = {
    g: goodLine,
    f: lineVerdict({ ...well, lossPercent: 5 }),
    d: lineVerdict({ ...well, roundTripMs: 400 }),
    p: lineVerdict({ ...well, lossPercent: 20 }),
    '-': null,
  }
  const shownAfter = (course: string): LineState =>
    [...course].reduce<LineState>(
      (state, letter) => lineStep(state, verdicts[letter as keyof typeof verdicts]),
      lineUnknown,
    )

  it.each([
    ['', undefined],
    ['g', 'good'],
    ['p', 'poor'],
    ['gp', 'good'],
    ['gpp', 'poor'],
    ['gfp', 'poor'],
    ['gpgpgp', 'good'],
    ['ppgg', 'poor'],
    ['ppggg', 'good'],
    ['ppggpgg', 'poor'],
    ['ppffg', 'good'],
    ['gp-p', 'poor'],
    ['g---', 'good'],
  ] as [string, LineLevel | undefined][])('after %s: %s', (course, level) => {
    expect(shownAfter(course).shown?.level).toBe(level)
  })

  it('keeps its reason until another one has lasted', () => {
    expect(shownAfter('ffdd').shown?.because).toBe('lossPercent')
    expect(shownAfter('ffddd').shown?.because).toBe('roundTripMs')
  })

  it('stays the same object while nothing changes, so that no screen renders again', () => {
    expect(shownAfter('gg').shown).toBe(shownAfter('ggpg').shown)
  })
})
