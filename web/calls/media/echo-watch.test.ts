import { expect, it, vi } from 'vitest'
import { createEchoWatch } from './echo-watch.ts'

/** Statistics of an audio stream with the given levels, half a second each. */
const sound = (report: Record<string, unknown>) => {
  let energy = 0
  let seconds = 0
  return (level: number) => {
    energy += level ** 2 * 0.5
    seconds += 0.5
    return [{ ...report, kind: 'audio', totalAudioEnergy: energy, totalSamplesDuration: seconds }]
  }
}
const words = [0, 0.1, 0.14, 0, 0, 0.06, 0.12, 0, 0.09, 0.13, 0]

const talk = (own: (ofBroadcaster: number) => number, report: Record<string, unknown> = {}) => {
  const onEcho = vi.fn()
  const watch = createEchoWatch(onEcho)
  const received = sound({ type: 'inbound-rtp' })
  const sent = sound({ type: 'media-source', ...report })
  for (let at = 0; at < 100; at += 1) {
    const ofBroadcaster = words[at % words.length] ?? 0
    watch.addReceived(received(ofBroadcaster))
    watch.addSent(sent(own(ofBroadcaster)))
  }
  return onEcho
}

it('reports once that the own microphone follows the partner’s voice', () => {
  expect(talk((ofBroadcaster) => 0.002 + ofBroadcaster * 0.4)).toHaveBeenCalledTimes(1)
})

it('reports nothing for a quiet microphone, alternating speech, or an idle canceller', () => {
  expect(talk(() => 0.002)).not.toHaveBeenCalled()
  expect(talk((ofBroadcaster) => (ofBroadcaster > 0 ? 0.002 : 0.1))).not.toHaveBeenCalled()
  expect(talk(() => 0.002, { echoReturnLossEnhancement: -100 })).not.toHaveBeenCalled()
})

it('reports nothing where the browser counts no audio energy', () => {
  const onEcho = vi.fn()
  const watch = createEchoWatch(onEcho)
  for (let at = 0; at < 50; at += 1) {
    watch.addReceived([{ type: 'inbound-rtp', kind: 'audio', packetsReceived: at }])
    watch.addSent([{ type: 'outbound-rtp', kind: 'audio', packetsSent: at }])
  }
  expect(onEcho).not.toHaveBeenCalled()
})
