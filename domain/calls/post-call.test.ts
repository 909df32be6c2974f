import { describe, expect, it } from 'vitest'
import type { CallSnapshot, EndReason } from '#contract/calls/calls.ts'
import {
  type CallEndedInfo,
  callEndedInfo,
  noPostCall,
  opensModalsOn,
  parseCallEndedInfo,
  postCallStep,
  postCallView,
  refusedInfo,
} from './post-call.ts'
import { callLive } from './testing/call-live.ts'

const endedCall = (change: Partial<CallSnapshot> & { endReason: EndReason | null }): CallSnapshot => ({
  callId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11',
  kind: 'video',
  origin: 'direct',
  phase: 'ended',
  role: 'caller',
  dialled: true,
  partner: { id: '10000001', name: 'みお', avatarId: null },
  ratePointsPerMin: 200,
  earnedPointsPerMin: null,
  earlierCalls: null,
  requestedAt: '2026-11-20T12:04:50.000Z',
  connectedAt: '2026-11-20T12:05:00.000Z',
  endedAt: '2026-11-20T12:06:00.000Z',
  callDurationSec: 60,
  reconnecting: null,
  charged: 200,
  live: callLive(),
  ...change,
})

const infoOf = (change: Partial<CallSnapshot> & { endReason: EndReason }): CallEndedInfo => {
  const info = callEndedInfo(endedCall(change))
  if (!info) throw new Error('an ended call leaves its info')
  return info
}

describe('call-ended type (product.md 3.11)', () => {
  it.each([
    ['declined', 'withChatButton'],
    ['missed', 'withChatButton'],
    ['busy', 'withChatButton'],
    ['byBroadcaster', 'withChatButton'],
    ['pointless', 'pointless'],
    ['byCaller', 'others'],
    ['cancelled', 'others'],
    ['failed', 'others'],
    ['connectionLost', 'others'],
    ['byOperator', 'others'],
    ['serverRecovery', 'others'],
  ] as const)('%s gives %s', (endReason, type) => {
    expect(infoOf({ endReason }).type).toBe(type)
  })

  it('never asks a broadcaster to buy points', () => {
    expect(infoOf({ endReason: 'pointless', role: 'broadcaster' }).type).toBe('others')
  })

  it('is null for a running call', () => {
    expect(callEndedInfo(endedCall({ phase: 'inCall', endReason: null }))).toBeNull()
  })

  it("shows the purchase button for an empty wallet, the chat button after the broadcaster's end", () => {
    expect(postCallView(infoOf({ endReason: 'pointless' }))).toMatchObject({
      action: 'purchase',
      pointless: true,
    })
    expect(postCallView(infoOf({ endReason: 'byBroadcaster' }))).toMatchObject({
      action: 'chat',
      pointless: false,
    })
  })

  it('leads to the chat after any other end, with a new call and points beside it', () => {
    for (const endReason of ['byCaller', 'cancelled', 'connectionLost', 'byBroadcaster', 'missed'] as const)
      expect(postCallView(infoOf({ endReason }))).toMatchObject({
        action: 'chat',
        furtherActions: ['redial', 'purchase'],
      })
  })

  it('offers no new call to an empty wallet', () => {
    expect(postCallView(infoOf({ endReason: 'pointless' })).furtherActions).toEqual(['chat'])
  })

  it('leads from a random call to the next one', () => {
    const random = { origin: 'random', endReason: 'byCaller' } as const
    expect(postCallView(infoOf(random))).toMatchObject({
      action: 'next',
      furtherActions: ['chat', 'redial', 'purchase'],
    })
    expect(postCallView(infoOf({ ...random, endReason: 'byBroadcaster' }))).toMatchObject({
      action: 'chat',
      furtherActions: ['next', 'redial', 'purchase'],
    })
    for (const change of [{ connectedAt: null }, { role: 'broadcaster' }] as const)
      expect(postCallView(infoOf({ ...random, ...change })).action).toBe('chat')
  })

  it('offers a broadcaster no points to buy', () => {
    for (const endReason of ['byCaller', 'byBroadcaster'] as const)
      expect(postCallView(infoOf({ endReason, role: 'broadcaster' })).furtherActions).toEqual(['redial'])
  })

  it('calls again by what the call was', () => {
    for (const kind of ['voice', 'video'] as const)
      for (const dialled of [true, false])
        expect(postCallView(infoOf({ endReason: 'byCaller', kind, dialled })).kind).toBe(kind)
  })
})

describe('whether a call connected', () => {
  it('comes from the call, not from its whole seconds', () => {
    expect(infoOf({ endReason: 'byBroadcaster', callDurationSec: 0 }).isConnected).toBe(true)
    expect(infoOf({ endReason: 'cancelled', connectedAt: null, callDurationSec: 0 }).isConnected).toBe(false)
  })
})

describe('a ring that is refused', () => {
  const ring = {
    kind: 'voice',
    origin: 'direct',
    dialled: true,
    partnerId: '10000001',
    role: 'caller',
  } as const

  it('because points are missing ends as pointless, without a call', () => {
    expect(refusedInfo('insufficientPoints', ring)).toMatchObject({
      type: 'pointless',
      callDurationSec: 0,
      isConnected: false,
      callType: 'voiceCallFromOutgoing',
      callId: null,
    })
  })

  it('because the broadcaster is in another call ends as busy', () => {
    expect(refusedInfo('callPartnerBusy', ring)?.type).toBe('withChatButton')
  })

  it('for another reason is explained on the screen', () => {
    expect(refusedInfo('callKindRefused', ring)).toBeNull()
  })
})

describe('post-call modals (Specification 4)', () => {
  const ended = (callDurationSec: number, change: Pick<Partial<CallSnapshot>, 'role'> = {}) => {
    const info = infoOf({ endReason: 'byCaller', callDurationSec, ...change })
    return postCallStep(noPostCall, { type: 'callEnded', info, reviewAsked: false })
  }

  it('ask for a review after 60 s or more, then show how the call ended, then close', () => {
    const review = ended(60)
    expect(review.modal).toBe('review')
    const over = postCallStep(review, { type: 'reviewDone' })
    expect(over.modal).toBe('callEnded')
    expect(postCallStep(over, { type: 'callEndedClosed' })).toEqual({ modal: 'none' })
  })

  it('skip the review of a shorter call', () => {
    expect(ended(59).modal).toBe('callEnded')
  })

  it('skip the review for a broadcaster: only callers review', () => {
    expect(ended(600, { role: 'broadcaster' }).modal).toBe('callEnded')
  })

  it('do not ask again after a reload', () => {
    const info = infoOf({ endReason: 'byCaller', callDurationSec: 600 })
    expect(postCallStep(noPostCall, { type: 'callEnded', info, reviewAsked: true }).modal).toBe('callEnded')
  })

  it.each(['partnerBlocked', 'left'] as const)('all close when either is %s', (type) => {
    const review = ended(60)
    for (const shown of [review, postCallStep(review, { type: 'reviewDone' })])
      expect(postCallStep(shown, { type })).toEqual({ modal: 'none' })
  })

  it('wait for the next page on those of calls, but open where a live call leads back to its room', () => {
    const videoChat = { callType: 'videoChatFromOutgoing' } as const
    expect(opensModalsOn('/', videoChat)).toBe(true)
    expect(opensModalsOn('/outgoing/video-chat', videoChat)).toBe(false)
    expect(opensModalsOn('/profile/channel/1', videoChat)).toBe(true)
    expect(opensModalsOn('/profile/channel/1', { callType: 'videoCallFromOutgoing' })).toBe(false)
  })

  it('ignore an event that does not fit the state', () => {
    expect(postCallStep(noPostCall, { type: 'reviewDone' })).toEqual(noPostCall)
    const review = ended(60)
    expect(postCallStep(review, { type: 'callEndedClosed' })).toBe(review)
  })
})

describe('stored call-ended info', () => {
  it('is read back as it was stored', () => {
    const info = infoOf({ endReason: 'byBroadcaster' })
    expect(parseCallEndedInfo(JSON.stringify(info))).toEqual(info)
  })

  const specified = {
    type: 'others',
    message: '通話が終わりました。',
    partnerId: '10000001',
    callDurationSec: 75,
    callType: 'voiceCallFromOutgoing',
  } as const

  it('is complete with the five specified fields', () => {
    expect(parseCallEndedInfo(JSON.stringify(specified))).toEqual({
      ...specified,
      callId: null,
      role: 'caller',
      isConnected: true,
      isRandom: false,
    })
    expect(parseCallEndedInfo(JSON.stringify({ ...specified, callDurationSec: 0 }))?.isConnected).toBe(false)
  })

  it('is read although one of our own fields is broken', () => {
    const stored = JSON.stringify({ ...specified, callId: 7, role: 'operator', isConnected: 'yes' })
    expect(parseCallEndedInfo(stored)).toMatchObject({ callId: null, role: 'caller', isConnected: true })
  })

  it.each(Object.keys(specified))('is null without %s', (field) => {
    expect(parseCallEndedInfo(JSON.stringify({ ...specified, [field]: undefined }))).toBeNull()
  })

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"type":"pointless"}',
    JSON.stringify({ ...infoOf({ endReason: 'byCaller' }), callType: 'smokeSignal' }),
  ])('is null when it is not call-ended info: %s', (stored) => {
    expect(parseCallEndedInfo(stored)).toBeNull()
  })
})
