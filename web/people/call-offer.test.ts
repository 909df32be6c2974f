import { expect, test } from 'vitest'
import { callOffers, offersToCaller, oneTapOffer, standbyCallPath } from './call-offer.ts'

const mio = { role: 'broadcaster', state: 'standby', rates: { video: 200, voice: 140 } } as const

test.each([
  ['a caller dials', 'caller', 'standby', 'dial'],
  ['a visitor registers first', null, 'standby', 'register'],
  ['nobody disturbs a call', 'caller', 'inCall', 'wait'],
  ['nobody reaches who is away', null, 'offline', 'wait'],
  ['a live room is no standby', 'caller', 'live', 'wait'],
] as const)('%s', (_name, role, state, way) => {
  expect(callOffers({ ...mio, state }, role)).toEqual([
    { kind: 'voice', ratePointsPerMin: 140, earnedPointsPerMin: null, way },
    { kind: 'video', ratePointsPerMin: 200, earnedPointsPerMin: null, way },
  ])
})

test('broadcasters and operators start none, and callers are not for sale', () => {
  expect(callOffers(mio, 'broadcaster')).toEqual([])
  expect(callOffers(mio, 'operator')).toEqual([])
  expect(callOffers({ ...mio, role: 'caller' }, 'broadcaster')).toEqual([])
})

test('offers video on a card, or voice where the broadcaster accepts no other kind', () => {
  expect(oneTapOffer(callOffers(mio, 'caller'))?.kind).toBe('video')
  expect(oneTapOffer(callOffers(mio, 'caller'), 'voice')?.kind).toBe('voice')
  expect(oneTapOffer(callOffers({ ...mio, rates: { video: null, voice: 140 } }, 'caller'))?.kind).toBe(
    'voice',
  )
  expect(oneTapOffer(callOffers({ ...mio, rates: { video: null, voice: null } }, 'caller'))).toBeNull()
})

test('lets a broadcaster call a caller at the broadcaster’s prices, but nobody who is in a call', () => {
  const ofBroadcaster = { video: 200, voice: null }
  expect(offersToCaller(ofBroadcaster, 'offline')).toEqual([
    { kind: 'video', ratePointsPerMin: 200, earnedPointsPerMin: 80, way: 'dial' },
  ])
  expect(offersToCaller(ofBroadcaster, 'inCall')).toEqual([
    { kind: 'video', ratePointsPerMin: 200, earnedPointsPerMin: 80, way: 'wait' },
  ])
  expect(offersToCaller(undefined, 'offline')).toEqual([])
})

test('starts a card’s video call from standby, and its voice call like any other', () => {
  expect(standbyCallPath('video', '10000001')).toBe('/profile/video-call-broadcaster/pc/10000001')
  expect(standbyCallPath('voice', '10000001')).toBe('/outgoing/voice-call?partnerId=10000001')
})
