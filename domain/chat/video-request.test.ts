import { describe, expect, it } from 'vitest'
import {
  requestOpenMs,
  requestsMax,
  requestsWindowMs,
  type VideoRequestFacts,
  videoRequestDecision,
} from './video-request.ts'

const now = 1_000 * 86_400_000
const facts: VideoRequestFacts = {
  partnerId: 'mio',
  rateVideo: 200,
  state: 'offline',
  earlier: [],
  answeredAtMs: null,
}
const sentAgo = (agoMs: number, partnerId = 'mio') => ({ partnerId, sentAtMs: now - agoMs })
const decided = (change: Partial<VideoRequestFacts>) =>
  videoRequestDecision({ ...facts, ...change }, now)?.refused ?? null

describe('a request for a video call back', () => {
  it.each<[string, Partial<VideoRequestFacts>, string | null]>([
    ['is allowed to a broadcaster who is offline', {}, null],
    ['is allowed to a broadcaster in a call', { state: 'inCall' }, null],
    ['is refused when the broadcaster accepts no video', { rateVideo: null }, 'callKindRefused'],
    ['is refused when the broadcaster is on standby', { state: 'standby' }, 'videoRequestStandby'],
    ['is one at a time', { earlier: [sentAgo(requestOpenMs - 1)] }, 'videoRequestOpen'],
    ['is over after six hours', { earlier: [sentAgo(requestOpenMs)] }, null],
    [
      'is over once the broadcaster rang the caller',
      { earlier: [sentAgo(60_000)], answeredAtMs: now - 1_000 },
      null,
    ],
    [
      'is not over by a call before it',
      { earlier: [sentAgo(60_000)], answeredAtMs: now - 61_000 },
      'videoRequestOpen',
    ],
    ['is another’s beside it', { earlier: [sentAgo(60_000, 'rin')] }, null],
  ])('%s', (_name, change, refused) => {
    expect(decided(change)).toBe(refused)
  })

  it('is limited to ten a day', () => {
    const others = Array.from({ length: requestsMax }, (_, index) => sentAgo(1_000, `w${index}`))
    expect(decided({ earlier: others.slice(1) })).toBeNull()
    expect(decided({ earlier: others })).toBe('videoRequestTooMany')
    expect(decided({ earlier: [...others.slice(1), sentAgo(requestsWindowMs, 'old')] })).toBeNull()
  })
})
