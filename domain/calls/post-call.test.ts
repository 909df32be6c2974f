import { describe, expect, it } from 'vitest'
import type { CallSnapshot, EndReason } from '#contract/calls/calls.ts'
import {
  type CallEndedInfo,
  callEndedInfo,
  noPostCall,
  parseCallEndedInfo,
  postCallStep,
  postCallView,
  refusedInfo,
} from './post-call.ts'

const endedCall = (change: Partial<CallSnapshot> & { endReason: EndReason | null }): CallSnapshot => ({
  callId: '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11',
  kind: 'video',
  origin: 'direct',
  phase: 'ended',
  role: 'caller',
  dialled: true,
  partner: { id: '10000001', name: 'みお', avatarId: null },
  ratePointsPerMin: 200,
  requestedAt: '2026-11-20T12:04:50.000Z',
  connectedAt: '2026-11-20T12:05:00.000Z',
  endedAt: '2026-11-20T12:06:00.000Z',
  callDurationSec: 60,
  reconnecting: null,
  charged: 200,
  ...change,
})

const infoOf = (change: Partial<CallSnapshot> & { endReason: EndReason }): CallEndedInfo => {
  const info = callEndedInfo(endedCall(change))
  if (!info) throw new Error('an ended call leaves its info')
  return info
}

describe('call-ended type (product.md 3)', () => {
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

  it('never tells a broadcaster to buy points', () => {
    expect(infoOf({ endReason: 'pointless', role: 'broadcaster' }).type).toBe('others')
  })

  it('has nothing to say of a call that runs', () => {
    expect(callEndedInfo(endedCall({ phase: 'inCall', endReason: null }))).toBeNull()
  })

  it('gives the purchase button for an empty wallet and the chat button after her end', () => {
    expect(postCallView(infoOf({ endReason: 'pointless' }))).toMatchObject({
      action: 'purchase',
      pointless: true,
    })
    expect(postCallView(infoOf({ endReason: 'byBroadcaster' }))).toMatchObject({
      action: 'chat',
      pointless: false,
    })
  })

  it('gives both buttons in the quieter place after an ordinary end', () => {
    expect(postCallView(infoOf({ endReason: 'byCaller' }))).toMatchObject({
      action: null,
      furtherActions: ['chat', 'purchase'],
    })
    for (const endReason of ['pointless', 'byBroadcaster'] as const)
      expect(postCallView(infoOf({ endReason })).furtherActions).toEqual([])
  })

  it('offers a broadcaster no points to buy', () => {
    expect(postCallView(infoOf({ endReason: 'byCaller', role: 'broadcaster' })).furtherActions).toEqual([
      'chat',
    ])
  })
})

describe('whether it connected', () => {
  it('is told by the call, not by its whole seconds', () => {
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

  it('for want of points ends as pointless, without a call', () => {
    expect(refusedInfo('insufficientPoints', ring)).toMatchObject({
      type: 'pointless',
      callDurationSec: 0,
      isConnected: false,
      callType: 'voiceCallFromOutgoing',
      callId: null,
    })
  })

  it('because she is in another call ends as busy', () => {
    expect(refusedInfo('callPartnerBusy', ring)?.type).toBe('withChatButton')
  })

  it('for another reason is explained on the screen', () => {
    expect(refusedInfo('callKindRefused', ring)).toBeNull()
  })
})

describe('post-call modals (specification 4)', () => {
  const ended = (callDurationSec: number, change: Pick<Partial<CallSnapshot>, 'role'> = {}) => {
    const info = infoOf({ endReason: 'byCaller', callDurationSec, ...change })
    return postCallStep(noPostCall, { type: 'callEnded', info, reviewAsked: false })
  }

  it('ask for a review from 60 s on, then tell how it ended, then nothing', () => {
    const review = ended(60)
    expect(review.modal).toBe('review')
    const over = postCallStep(review, { type: 'reviewDone' })
    expect(over.modal).toBe('callEnded')
    expect(postCallStep(over, { type: 'callEndedClosed' })).toEqual({ modal: 'none' })
  })

  it('skip the review of a shorter call', () => {
    expect(ended(59).modal).toBe('callEnded')
  })

  it('skip it for a broadcaster: only callers review', () => {
    expect(ended(600, { role: 'broadcaster' }).modal).toBe('callEnded')
  })

  it('do not ask again after a reload', () => {
    const info = infoOf({ endReason: 'byCaller', callDurationSec: 600 })
    expect(postCallStep(noPostCall, { type: 'callEnded', info, reviewAsked: true }).modal).toBe('callEnded')
  })

  it('all close when the partner is blocked from one of them', () => {
    const review = ended(60)
    for (const shown of [review, postCallStep(review, { type: 'reviewDone' })])
      expect(postCallStep(shown, { type: 'partnerBlocked' })).toEqual({ modal: 'none' })
  })

  it('ignore what does not belong to the state', () => {
    expect(postCallStep(noPostCall, { type: 'reviewDone' })).toEqual(noPostCall)
    const review = ended(60)
    expect(postCallStep(review, { type: 'callEndedClosed' })).toBe(review)
  })
})

describe('stored call-ended info', () => {
  it('comes back as it was left', () => {
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
    })
    expect(parseCallEndedInfo(JSON.stringify({ ...specified, callDurationSec: 0 }))?.isConnected).toBe(false)
  })

  it('is read although a field of ours is broken', () => {
    const stored = JSON.stringify({ ...specified, callId: 7, role: 'operator', isConnected: 'yes' })
    expect(parseCallEndedInfo(stored)).toMatchObject({ callId: null, role: 'caller', isConnected: true })
  })

  it.each(Object.keys(specified))('is none without %s', (field) => {
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
  ])('that is no such info is dropped: %s', (stored) => {
    expect(parseCallEndedInfo(stored)).toBeNull()
  })
})
