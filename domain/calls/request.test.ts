import { describe, expect, it } from 'vitest'
import { type RequestFacts, type RequestSide, requestDecision } from './request.ts'

const caller: RequestSide = {
  memberId: '1',
  role: 'caller',
  rates: { video: null, voice: null },
  state: null,
  deviceKeys: ["the caller's phone"],
  phoneKeys: ['the caller’s number'],
  isUnderAge: false,
}
const broadcaster: RequestSide = {
  memberId: '2',
  role: 'broadcaster',
  rates: { video: 220, voice: null },
  state: 'standby',
  deviceKeys: [],
  phoneKeys: [],
  isUnderAge: false,
}
const facts = (change: Partial<RequestFacts> = {}): RequestFacts => ({
  own: caller,
  partner: broadcaster,
  isBlocked: false,
  kind: 'video',
  expectedRatePointsPerMin: null,
  unanswered: 0,
  unansweredMax: 5,
  unprovenMsLeft: 60_000,
  isConsentDue: false,
  isOverStrangersShare: false,
  ...change,
})

describe('requestDecision', () => {
  it.each([
    ["the caller dials at the broadcaster's rate", facts(), { dialler: 'caller', ratePointsPerMin: 220 }],
    [
      "the broadcaster dials: the caller pays the broadcaster's rate",
      facts({ own: broadcaster, partner: caller }),
      { dialler: 'broadcaster', ratePointsPerMin: 220 },
    ],
    [
      'a broadcaster shown as offline may dial',
      facts({ own: { ...broadcaster, state: 'offline' }, partner: caller }),
      { dialler: 'broadcaster', ratePointsPerMin: 220 },
    ],
    ['the own account', facts({ partner: caller }), { refused: 'callSelf' }],
    ['two callers', facts({ partner: { ...caller, memberId: '3' } }), { refused: 'partnerUnavailable' }],
    [
      'two broadcasters',
      facts({ own: { ...broadcaster, memberId: '3' } }),
      { refused: 'partnerUnavailable' },
    ],
    ['an operator', facts({ own: { ...caller, role: 'operator' } }), { refused: 'partnerUnavailable' }],
    ['an unknown id', facts({ partner: null }), { refused: 'partnerUnavailable' }],
    ['a blocked pair', facts({ isBlocked: true }), { refused: 'partnerUnavailable' }],
    [
      'a caller under 18 to an unknown id',
      facts({ own: { ...caller, isUnderAge: true }, partner: null }),
      { refused: 'underAge' },
    ],
    ['new terms, to an unknown id', facts({ isConsentDue: true, partner: null }), { refused: 'consentDue' }],
    [
      'a broadcaster to an unknown id, by a kind that the broadcaster switched off',
      facts({ own: broadcaster, partner: null, kind: 'voice' }),
      { refused: 'callKindRefused' },
    ],
    ['the caller is under 18', facts({ own: { ...caller, isUnderAge: true } }), { refused: 'underAge' }],
    ['the dialler has to agree to new terms', facts({ isConsentDue: true }), { refused: 'consentDue' }],
    [
      'the broadcaster is under 18',
      facts({ partner: { ...broadcaster, isUnderAge: true } }),
      { refused: 'partnerUnavailable' },
    ],
    [
      'both registered on one device',
      facts({ partner: { ...broadcaster, deviceKeys: ["the caller's phone"] } }),
      { refused: 'callNotConnected' },
    ],
    [
      'both once verified one phone number',
      facts({ partner: { ...broadcaster, phoneKeys: ['broadcaster', 'the caller’s number'] } }),
      { refused: 'callNotConnected' },
    ],
    ['a kind that the broadcaster switched off', facts({ kind: 'voice' }), { refused: 'callKindRefused' }],
    [
      'the price on the tapped button',
      facts({ expectedRatePointsPerMin: 220 }),
      { dialler: 'caller', ratePointsPerMin: 220 },
    ],
    [
      'a price below the tapped one',
      facts({ expectedRatePointsPerMin: 300 }),
      { dialler: 'caller', ratePointsPerMin: 220 },
    ],
    [
      'a price above the tapped one',
      facts({ expectedRatePointsPerMin: 210 }),
      { refused: 'callRateChanged' },
    ],
    [
      'the broadcaster dials at an older price: the caller sees the new one before answering',
      facts({ own: broadcaster, partner: caller, expectedRatePointsPerMin: 210 }),
      { dialler: 'broadcaster', ratePointsPerMin: 220 },
    ],
    ['the fifth unanswered ring', facts({ unanswered: 4 }), { dialler: 'caller', ratePointsPerMin: 220 }],
    ['a sixth ring', facts({ unanswered: 5 }), { refused: 'callTooManyRings' }],
    ['a caller without proof', facts({ unprovenMsLeft: 0 }), { refused: 'callReceptionUnproven' }],
    [
      'a ring to such a caller, without the reason',
      facts({ unprovenMsLeft: 0, own: broadcaster, partner: caller }),
      { refused: 'callNotConnected' },
    ],
    [
      'strangers have used up their share',
      facts({ isOverStrangersShare: true }),
      { refused: 'callTooManyNewcomers' },
    ],
    [
      'precedence: the limit of the two before that of strangers',
      facts({ unanswered: 9, isOverStrangersShare: true }),
      { refused: 'callTooManyRings' },
    ],
    [
      'the broadcaster is offline',
      facts({ partner: { ...broadcaster, state: 'offline' } }),
      { refused: 'callPartnerOffline' },
    ],
    [
      'the broadcaster is in a call: the seat decides',
      facts({ partner: { ...broadcaster, state: 'inCall' } }),
      { dialler: 'caller', ratePointsPerMin: 220 },
    ],
    [
      'precedence: roles before one person',
      facts({ partner: { ...caller, memberId: '3', deviceKeys: ["the caller's phone"] } }),
      { refused: 'partnerUnavailable' },
    ],
    [
      'precedence: one person before kind',
      facts({ partner: { ...broadcaster, deviceKeys: ["the caller's phone"] }, kind: 'voice' }),
      { refused: 'callNotConnected' },
    ],
    [
      'precedence: kind before limit',
      facts({ kind: 'voice', unanswered: 9 }),
      { refused: 'callKindRefused' },
    ],
    [
      'precedence: limit before state',
      facts({ unanswered: 9, partner: { ...broadcaster, state: 'offline' } }),
      { refused: 'callTooManyRings' },
    ],
  ])('%s', (_name, given, expected) => {
    expect(requestDecision(given)).toEqual(expected)
  })
})
