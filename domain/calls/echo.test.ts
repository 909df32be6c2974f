import { describe, expect, it } from 'vitest'
import { detectsEcho, type EchoSample, echoLikelihood, echoWindowSamples } from './echo.ts'

/** Her voice over 12 s: words of different loudness, with silences between them. */
const broadcasterVoice = [
  0, 0, 0.08, 0.12, 0.05, 0, 0, 0.1, 0.14, 0.09, 0.03, 0, 0, 0, 0.11, 0.13, 0.06, 0, 0.09, 0.1, 0.02, 0, 0,
  0.07,
]
/** His own words in her silences. */
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

/** A made-up noise of the room, the same in every run. */
const noise = (index: number) => ((index * 7919) % 13) / 13

describe('an echo', () => {
  it.each([
    ['the own microphone follows her voice', samples((remote) => room + remote * 0.3), true],
    ['half a second later', samples((_, index) => room + (broadcasterVoice[index - 1] ?? 0) * 0.3), true],
    ['he listens in a quiet room', samples(() => room), false],
    ['he is muted', samples(() => 0), false],
    ['they take turns', samples((_, index) => callerVoice[index] ?? 0), false],
    ['he talks all the time, over her too', samples((_, index) => 0.08 + 0.04 * noise(index)), false],
    ['a fan runs', samples((_, index) => 0.02 + 0.01 * noise(index)), false],
  ])('%s: %o', (_name, window, isHeard) => {
    expect(window).toHaveLength(echoWindowSamples)
    expect(detectsEcho(window)).toBe(isHeard)
  })

  it('is believed sooner where the canceller says that it doesn’t cope', () => {
    const faint = (db: number | null) =>
      samples((remote, index) => room + remote * 0.1 + (remote > 0 ? 0.06 : 0.012) * noise(index), db)
    expect(echoLikelihood(faint(null))).toBeGreaterThan(0.55)
    expect(echoLikelihood(faint(null))).toBeLessThan(0.75)
    expect(detectsEcho(faint(null))).toBe(false)
    expect(detectsEcho(faint(20))).toBe(false)
    expect(detectsEcho(faint(1))).toBe(true)
  })

  it('isn’t spoken of before twelve seconds of talk, nor while she says nothing', () => {
    const echo = samples((remote) => room + remote * 0.3)
    expect(detectsEcho(echo.slice(1))).toBe(false)
    expect(detectsEcho(echo.map((sample) => ({ ...sample, remoteLevel: 0 })))).toBe(false)
  })
})
