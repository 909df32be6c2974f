import { describe, expect, it } from 'vitest'
import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import {
  type CheckAnswer,
  isExcludedPage,
  isFresh,
  jstStampMs,
  type PollingEffect,
  type PollingState,
  pollingAt,
  pollingStep,
} from './polling.ts'

// 2026-11-20 21:05:00 in Tokyo.
const evening = Date.UTC(2026, 10, 20, 12, 5, 0)

const ring = (date: string): IncomingCallInfo => ({
  sender_id: '10000001',
  app_id: 'koyoi',
  rtm_channel_token: 'room',
  rtc_channel_token: 'bearer',
  channel_id: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11',
  call_type: 'video',
  date,
  is_partner_in_second_apps: false,
})

/** A page in virtual time: the server answers each check at once, unless it is set to be slow. */
const browse = (pathname: string) => {
  let state: PollingState = pollingAt(pathname)
  let now = evening
  let slow = false
  let hasSession = true
  let answer: CheckAnswer = { outcome: 'nothing' }
  const checksAtSec: number[] = []
  const accepted: string[] = []

  const apply = ([next, effect]: [PollingState, PollingEffect]) => {
    state = next
    if (effect.do === 'accept') accepted.push(effect.info.channel_id)
    if (effect.do !== 'check') return
    checksAtSec.push((now - evening) / 1000)
    if (!slow) apply(pollingStep(state, { type: 'answered', answer }, now))
  }

  return {
    checksAtSec,
    accepted,
    answerWith: (next: CheckAnswer) => {
      answer = next
    },
    beSlow: () => {
      slow = true
    },
    arrive: (late: CheckAnswer) => {
      slow = false
      apply(pollingStep(state, { type: 'answered', answer: late }, now))
    },
    signOut: () => {
      hasSession = false
    },
    go: (to: string) => apply(pollingStep(state, { type: 'routeChanged', pathname: to }, now)),
    wait: (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 2) {
        now += 2_000
        apply(pollingStep(state, { type: 'tick', hasSession }, now))
      }
    },
  }
}

describe('polling for incoming calls (Specification 4)', () => {
  it('asks every 2 s and stops after 60 checks of a page view', () => {
    const page = browse('/')
    page.wait(600)
    expect(page.checksAtSec).toHaveLength(60)
    expect(page.checksAtSec.slice(0, 3)).toEqual([2, 4, 6])
    expect(page.checksAtSec.at(-1)).toBe(120)
  })

  it('starts over on every route change', () => {
    const page = browse('/')
    page.wait(600)
    page.go('/my-page')
    page.wait(4)
    expect(page.checksAtSec).toHaveLength(62)
  })

  it.each([
    '/incoming/voice-call/1',
    '/incoming/video-call/1',
    '/incoming/video-chat/1',
    '/outgoing/video-call',
    '/outgoing/voice-call',
    '/outgoing/video-chat',
    '/profile/video-call-broadcaster/1',
    '/profile/video-call-broadcaster/pc/1',
    '/profile/live-broadcaster/1',
    '/profile/live-broadcaster/pc/1',
    '/profile/channel/1',
    '/profile/channel/pc/1',
    '/login',
    '/signup',
    '/operator',
    '/operator/orders',
  ])('never asks on %s, and the next page starts with all its checks', (path) => {
    const page = browse(path)
    page.wait(30)
    expect(page.checksAtSec).toEqual([])
    page.go('/')
    page.wait(600)
    expect(page.checksAtSec).toHaveLength(60)
    expect(page.checksAtSec[0]).toBe(32)
  })

  it.each(['/', '/search', '/profile/unbroadcaster/1', '/profile/unbroadcaster/pc/1', '/chat/1', '/live'])(
    'asks on %s',
    (path) => {
      const page = browse(path)
      page.wait(4)
      expect(page.checksAtSec).toEqual([2, 4])
    },
  )

  it('starts over also when the same page is visited again', () => {
    const page = browse('/chat/1')
    page.wait(118)
    page.go('/chat/1')
    page.wait(600)
    expect(page.checksAtSec).toHaveLength(59 + 60)
  })

  it('asks only with a session', () => {
    const page = browse('/')
    page.wait(4)
    page.signOut()
    page.wait(30)
    expect(page.checksAtSec).toEqual([2, 4])
  })

  it('stops on a server error until the next route change', () => {
    const page = browse('/')
    page.answerWith({ outcome: 'error' })
    page.wait(30)
    expect(page.checksAtSec).toEqual([2])
    page.answerWith({ outcome: 'nothing' })
    page.go('/search')
    page.wait(6)
    expect(page.checksAtSec).toEqual([2, 32, 34, 36])
  })

  it('ignores ログインしていません', () => {
    const page = browse('/')
    page.answerWith({ outcome: 'notLoggedIn' })
    page.wait(6)
    expect(page.checksAtSec).toEqual([2, 4, 6])
  })

  it('never asks twice at the same time, and counts only requests it sent', () => {
    const page = browse('/')
    page.beSlow()
    page.wait(10)
    expect(page.checksAtSec).toEqual([2])
    page.arrive({ outcome: 'nothing' })
    page.wait(600)
    expect(page.checksAtSec).toHaveLength(60)
  })

  it('ignores a late error of the page before', () => {
    const page = browse('/')
    page.beSlow()
    page.wait(2)
    page.go('/search')
    page.arrive({ outcome: 'error' })
    page.wait(4)
    expect(page.checksAtSec).toEqual([2, 4, 6])
  })

  it('accepts a ring of the last 15 s and ignores an older one', () => {
    const page = browse('/')
    page.answerWith({ outcome: 'incoming', info: ring('20261120210500') })
    page.wait(14)
    expect(page.accepted).toHaveLength(7)
    page.wait(6)
    expect(page.accepted).toHaveLength(7)
  })

  it('ignores a ring that arrives after the member went to an excluded page', () => {
    const page = browse('/')
    page.beSlow()
    page.wait(2)
    page.go('/outgoing/video-call')
    page.arrive({ outcome: 'incoming', info: ring('20261120210502') })
    expect(page.accepted).toEqual([])
  })
})

describe('the 14-digit date', () => {
  it('is Japanese time', () => {
    expect(jstStampMs('20261120210500')).toBe(evening)
    expect(jstStampMs('20270101000000')).toBe(Date.UTC(2026, 11, 31, 15, 0, 0))
  })

  it('is refused when it is no date', () => {
    expect(jstStampMs('20261320210500')).toBeNull()
    expect(jstStampMs('20260230000000')).toBeNull()
    expect(jstStampMs('2026112021050')).toBeNull()
  })

  it('is fresh up to 15 s either way', () => {
    expect(isFresh('20261120210500', evening + 15_000)).toBe(true)
    expect(isFresh('20261120210500', evening + 15_001)).toBe(false)
    expect(isFresh('20261120210500', evening - 15_000)).toBe(true)
    expect(isFresh('20261120210500', evening - 15_001)).toBe(false)
    expect(isFresh('never', evening)).toBe(false)
  })
})

it('matches excluded pages by their whole path segment', () => {
  expect(isExcludedPage('/login')).toBe(true)
  expect(isExcludedPage('/login-help')).toBe(false)
  expect(isExcludedPage('/incoming/voice-call/12')).toBe(true)
  expect(isExcludedPage('/incomings')).toBe(false)
  expect(isExcludedPage('/profile/channels/1')).toBe(false)
  expect(isExcludedPage('/operators')).toBe(false)
  expect(isExcludedPage('/')).toBe(false)
})
