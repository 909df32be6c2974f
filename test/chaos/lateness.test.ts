import { expect, it } from 'vitest'
import { LatenessLog } from '#test/helpers/lateness-log.ts'
import { SoundLog } from '#test/helpers/simulated/simulated-sound.ts'

/** Packets every 20 ms, the timer every 50 ms, and a pause of 1.5 s after the first second. */
const heardOver = (pause: 'of the sound' | 'of the process'): number => {
  const lateness = new LatenessLog()
  const sound = new SoundLog(lateness)
  const startMs = performance.now()
  for (let atMs = 0; atMs <= 4_000; atMs += 10) {
    const isPaused = atMs > 1_000 && atMs < 2_500
    const runs = !(isPaused && pause === 'of the process')
    if (runs && atMs % 50 === 0) lateness.tick(startMs + atMs)
    if (!isPaused && atMs % 20 === 0) sound.heard(startMs + atMs)
  }
  return Math.round(sound.heardMs)
}

it('counts a pause as silence only while the observer itself ran', () => {
  expect(heardOver('of the sound')).toBe(2_500)
  expect(heardOver('of the process')).toBe(4_000)
})
