import { describe, expect, it } from 'vitest'
import { detectsEcho, type EchoSample, echoLikelihood, echoWindowSamples } from './echo.ts'

/** The broadcaster's voice over 12 s: words of different loudness, with silences between them. */
const broadcasterVoice = [
  0, 0, 0.08, 0.12, 0.05, 0, 0, 0.1, 0.14, 0.09, 0.03, 0, 0, 0, 0.11, 0.13, 0.06, 0, 0.09, 0.1, 0.02, 0, 0,
  0.07,
]
/** The caller's own words, in the broadcaster's silences. */
const callerVoice = broadcasterVoice.map((level) => (level === 0 ? 0.1 : 0.003))
const room = 0.003

const samples = (
  localLevel: (remoteLevel: number, index: number) => number,
  cancelledDb: number | null = null,
) =>
  broadcasterVoice.map(
    (remoteLevel, index): EchoSample => ({
      remoteLevel,
      localLevel: localLevel(remoteLevel, index),
      cancelledDb,
    }),
  )

/** Room noise that is the same in every run. */
const noise = (index: number) => ((index * 7919) % 13) / 13

describe('an echo', () => {
  it.each([
    ["the own microphone follows the partner's voice", samples((remote) => room + remote * 0.3), true],
    [
      'it follows half a second later',
      samples((_, index) => room + (broadcasterVoice[index - 1] ?? 0) * 0.3),
      true,
    ],
    ['the member listens in a quiet room', samples(() => room), false],
    ['the member is muted', samples(() => 0), false],
    ['the two take turns', samples((_, index) => callerVoice[index] ?? 0), false],
    [
      'the member talks all the time, over the partner too',
      samples((_, index) => 0.08 + 0.04 * noise(index)),
      false,
    ],
    ['a fan runs', samples((_, index) => 0.02 + 0.01 * noise(index)), false],
  ])('%s: %o', (_name, window, isHeard) => {
    expect(window).toHaveLength(echoWindowSamples)
    expect(detectsEcho(window)).toBe(isHeard)
  })

  it('is detected sooner where the canceller itself reports that it fails', () => {
    const faint = (db: number | null) =>
      samples((remote, index) => room + remote * 0.1 + (remote > 0 ? 0.06 : 0.012) * noise(index), db)
    expect(echoLikelihood(faint(null))).toBeGreaterThan(0.55)
    expect(echoLikelihood(faint(null))).toBeLessThan(0.75)
    expect(detectsEcho(faint(null))).toBe(false)
    expect(detectsEcho(faint(20))).toBe(false)
    expect(detectsEcho(faint(1))).toBe(true)
  })

  it('is not reported before twelve seconds of talk, nor while the partner is silent', () => {
    const echo = samples((remote) => room + remote * 0.3)
    expect(detectsEcho(echo.slice(1))).toBe(false)
    expect(detectsEcho(echo.map((sample) => ({ ...sample, remoteLevel: 0 })))).toBe(false)
  })
})
