import { expect, it } from 'vitest'
import type { Advice, LineFigures, Verdict } from '../calls/quality/pre-call-check.ts'
import { judgeLiveLine, type LiveLine, liveAdviceText } from './line-check.ts'

const clear: LineFigures = {
  ...{ receivedKbps: 900, sendableKbps: 1_200, lossPercent: 0, roundTripMs: 20, jitterMs: 3 },
}
const allWell: LiveLine = { way: 'direct', line: clear, hasPicture: true }

it.each<[string, Partial<LiveLine>, Verdict, Advice[]]>([
  ['is clear', {}, 'excellent', []],
  ['is clear, and carries a voice alone', { hasPicture: false }, 'excellent', []],
  ['needs a relay', { way: 'relay' }, 'good', ['relayed']],
  ['loses packets', { line: { ...clear, lossPercent: 5 } }, 'unstable', ['lossy']],
  ['loses every third packet', { line: { ...clear, lossPercent: 35 } }, 'unstable', ['lossy']],
  ['brings nothing back', { line: null }, 'unstable', ['nothingBack']],
  ['reaches no media server', { way: 'none', line: null }, 'impossible', ['unreachable']],
])('a line that %s', (_, change, verdict, advice) => {
  expect(judgeLiveLine({ ...allWell, ...change })).toEqual({ verdict, advice })
})

it('is advised without a word of calls', () => {
  const all: Advice[] = ['lossy', 'slow', 'shaky', 'narrow', 'unreachable', 'relayed', 'nothingBack']
  for (const advice of all) expect(liveAdviceText(advice)).not.toContain('通話')
})
