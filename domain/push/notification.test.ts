import { describe, expect, it } from 'vitest'
import type { PushMessage } from '#contract/push/push.ts'
import { mustCheckRing, noticePlan, type PushScene } from './notification.ts'

const evening = Date.UTC(2026, 10, 20, 12, 5, 0)

const mio = { callId: 'a', partnerId: '10482736', partnerName: 'みお' }
const ring: PushMessage = { kind: 'ring', ...mio, callType: 'video', rungAt: evening }
const missed: PushMessage = { kind: 'ringOver', ...mio, isMissed: true }
const answered: PushMessage = { kind: 'ringOver', ...mio, isMissed: false }
const invited: PushMessage = { kind: 'videoRequest', partnerId: mio.partnerId, partnerName: 'みお' }

const scene = (facts: Partial<PushScene> = {}): PushScene => ({
  now: evening + 1_000,
  hasVisiblePage: false,
  mayShowNothing: true,
  overs: new Map(),
  isRinging: null,
  ...facts,
})

const shown = (message: PushMessage, facts: Partial<PushScene> = {}) => {
  const plan = noticePlan(message, scene(facts))
  return plan.do === 'show' ? plan.notice : null
}

describe('with no page open', () => {
  it('a ring stays until it is dealt with, and leads to its screen', () => {
    expect(shown(ring)).toEqual({
      tag: 'call-a',
      title: 'みおさんから着信',
      body: 'ビデオ通話がかかってきています。',
      isRinging: true,
      isSilent: false,
      target: { screen: 'ring', callType: 'video', partnerId: mio.partnerId },
    })
  })

  it('a ring older than 30 s is a missed one', () => {
    expect(shown(ring, { now: evening + 30_000 })?.isRinging).toBe(true)
    const late = shown(ring, { now: evening + 30_001 })
    expect(late).toMatchObject({ title: '不在着信', isRinging: false, target: { screen: 'chat' } })
  })

  it('a device whose clock is wrong asks the server, and follows its answer', () => {
    for (const now of [evening + 600_000, evening - 600_000]) {
      expect(mustCheckRing(ring, scene({ now }))).toBe(true)
      expect(shown(ring, { now, isRinging: true })?.title).toBe('みおさんから着信')
      expect(shown(ring, { now, isRinging: false })?.title).toBe('不在着信')
      expect(shown(ring, { now, isRinging: null })?.title).toBe('不在着信')
    }
    expect(mustCheckRing(ring, scene())).toBe(false)
    expect(mustCheckRing(missed, scene({ now: 0 }))).toBe(false)
  })

  it('a ring that comes after its end does not ring', () => {
    const overs = (isMissed: boolean) => new Map([['a', { isMissed }]])
    expect(shown(ring, { overs: overs(true) })?.title).toBe('不在着信')
    expect(shown(ring, { overs: overs(false) })).toMatchObject({
      title: '着信は終わりました',
      isSilent: true,
    })
    expect(mustCheckRing(ring, scene({ now: 0, overs: overs(true) }))).toBe(false)
  })

  it('the end replaces the ring: missed, or silently answered elsewhere', () => {
    expect(shown(missed)).toMatchObject({ tag: 'call-a', title: '不在着信', isSilent: false })
    expect(shown(missed)?.body).toBe('みおさんから着信がありました。')
    expect(shown(answered)).toMatchObject({ tag: 'call-a', title: '着信は終わりました', isSilent: true })
  })

  it('an invitation leads to the chat', () => {
    expect(shown(invited)).toMatchObject({
      title: 'ビデオ通話のリクエスト',
      body: 'みおさんから、ビデオ通話のリクエストが届きました。',
      target: { screen: 'chat', partnerId: mio.partnerId },
    })
  })

  it('a free broadcaster leads to the profile, a live one to the room, a booking to the bookings', () => {
    const partner = { partnerId: mio.partnerId, partnerName: 'みお' }
    expect(shown({ kind: 'partnerAvailable', ...partner })).toMatchObject({
      title: 'みおさんが待機中になりました',
      target: { screen: 'profile', partnerId: mio.partnerId },
    })
    expect(shown({ kind: 'favouriteLive', ...partner })).toMatchObject({
      title: 'みおさんが配信をはじめました',
      target: { screen: 'channel', partnerId: mio.partnerId },
    })
    const booking = { kind: 'booking', moment: 'accepted', startsAt: evening, ...partner } as const
    expect(shown(booking)).toMatchObject({
      title: '通話の予約が決まりました',
      body: 'みおさん・11月20日(金) 21:05',
      target: { screen: 'bookings' },
    })
    expect(shown({ ...booking, partnerName: '' })?.body).toBe('11月20日(金) 21:05の通話です。')
  })

  it('a name that must not be shown is left out', () => {
    expect(shown({ ...ring, partnerName: '' })?.title).toBe('着信があります')
    expect(shown({ ...missed, partnerName: '' })?.body).toBe('着信がありました。')
  })
})

describe('while a page is visible', () => {
  it.each([ring, missed, answered, invited])('the system shows nothing for $kind', (message) => {
    const plan = noticePlan(message, scene({ hasVisiblePage: true }))
    expect(plan.do).toBe('close')
  })

  it('Safari must show something each time: without sound, and nothing rings twice', () => {
    const facts = { hasVisiblePage: true, mayShowNothing: false }
    for (const message of [ring, missed, answered, invited])
      expect(shown(message, facts)).toMatchObject({ isSilent: true, isRinging: false })
  })
})
