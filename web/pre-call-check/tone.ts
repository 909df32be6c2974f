import { type Note, strike } from '#web/calls/ringing/ringtone.ts'
import type { CheckPorts } from './check-ports.ts'

/** Up and down again, as loud as a ring. */
const notes: readonly Note[] = [
  { atSec: 0, frequencyHz: 523.25, lengthSec: 0.9 },
  { atSec: 0.35, frequencyHz: 659.26, lengthSec: 0.9 },
  { atSec: 0.7, frequencyHz: 783.99, lengthSec: 0.9 },
  { atSec: 1.05, frequencyHz: 659.26, lengthSec: 1.2 },
]
const volume = 0.25
const lengthMs = 2_000

/** Call this in a touch, or the browser keeps silent. */
export const playTone: CheckPorts['playTone'] = () => {
  if (typeof AudioContext === 'undefined') return { over: Promise.resolve(false), stop: () => undefined }
  const context = new AudioContext()
  const { promise: over, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => stop(), lengthMs)
  const stop = () => {
    clearTimeout(timer)
    resolve(context.state === 'running')
    void context.close().catch(() => undefined)
  }
  context.resume().then(
    () => {
      for (const note of notes) strike(context.destination, note, volume)
    },
    () => undefined,
  )
  return { over, stop }
}
