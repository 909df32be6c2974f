import { describe, expect, it } from 'vitest'
import { type RequestFacts, type RequestSide, requestDecision } from './request.ts'

const caller: RequestSide = {
  memberId: '1',
  role: 'caller',
  rates: { video: null, voice: null },
  state: null,
  deviceKeys: ['his phone'],
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
    ['the caller dials at her rate', facts(), { dialler: 'caller', ratePointsPerMin: 220 }],
    [
      'she dials: he still pays her rate',
      facts({ own: broadcaster, partner: caller }),
      { dialler: 'broadcaster', ratePointsPerMin: 220 },
    ],
    [
      'she may dial while she shows offline',
      facts({ own: { ...broadcaster, state: 'offline' }, partner: caller }),
      { dialler: 'broadcaster', ratePointsPerMin: 220 },
    ],
    ['oneself', facts({ partner: caller }), { refused: 'callSelf' }],
    ['two callers', facts({ partner: { ...caller, memberId: '3' } }), { refused: 'partnerUnavailable' }],
    [
      'two broadcasters',
      facts({ own: { ...broadcaster, memberId: '3' } }),
      { refused: 'partnerUnavailable' },
    ],
    ['an operator', facts({ own: { ...caller, role: 'operator' } }), { refused: 'partnerUnavailable' }],
    ['nobody', facts({ partner: null }), { refused: 'partnerUnavailable' }],
    ['a blocked pair', facts({ isBlocked: true }), { refused: 'partnerUnavailable' }],
    [
      'a caller under 18 to nobody',
      facts({ own: { ...caller, isUnderAge: true }, partner: null }),
      { refused: 'underAge' },
    ],
    ['new terms, to nobody', facts({ isConsentDue: true, partner: null }), { refused: 'consentDue' }],
    [
      "a broadcaster to nobody, a kind she doesn't take",
      facts({ own: broadcaster, partner: null, kind: 'voice' }),
      { refused: 'callKindRefused' },
    ],
    ['he is under 18', facts({ own: { ...caller, isUnderAge: true } }), { refused: 'underAge' }],
    ['new terms that he has to agree to', facts({ isConsentDue: true }), { refused: 'consentDue' }],
    [
      'she is under 18',
      facts({ partner: { ...broadcaster, isUnderAge: true } }),
      { refused: 'partnerUnavailable' },
    ],
    [
      'both registered on one device',
      facts({ partner: { ...broadcaster, deviceKeys: ['his phone'] } }),
      { refused: 'callNotConnected' },
    ],
    [
      'both once verified one phone number',
      facts({ partner: { ...broadcaster, phoneKeys: ['broadcaster', 'the caller’s number'] } }),
      { refused: 'callNotConnected' },
    ],
    ["a kind she doesn't take", facts({ kind: 'voice' }), { refused: 'callKindRefused' }],
    [
      'the price he tapped',
      facts({ expectedRatePointsPerMin: 220 }),
      { dialler: 'caller', ratePointsPerMin: 220 },
    ],
    [
      'less than he tapped',
      facts({ expectedRatePointsPerMin: 300 }),
      { dialler: 'caller', ratePointsPerMin: 220 },
    ],
    ['more than he tapped', facts({ expectedRatePointsPerMin: 210 }), { refused: 'callRateChanged' }],
    [
      'she dials at an older price of hers: he sees the new one before he answers',
      facts({ own: broadcaster, partner: caller, expectedRatePointsPerMin: 210 }),
      { dialler: 'broadcaster', ratePointsPerMin: 220 },
    ],
    ['the fifth unanswered ring', facts({ unanswered: 4 }), { dialler: 'caller', ratePointsPerMin: 220 }],
    ['a sixth ring', facts({ unanswered: 5 }), { refused: 'callTooManyRings' }],
    ['a caller without proof', facts({ unprovenMsLeft: 0 }), { refused: 'callReceptionUnproven' }],
    [
      'a ring to such a caller, who is not told about',
      facts({ unprovenMsLeft: 0, own: broadcaster, partner: caller }),
      { refused: 'callNotConnected' },
    ],
    [
      'strangers have had their share',
      facts({ isOverStrangersShare: true }),
      { refused: 'callTooManyNewcomers' },
    ],
    [
      'precedence: the limit of the two before that of strangers',
      facts({ unanswered: 9, isOverStrangersShare: true }),
      { refused: 'callTooManyRings' },
    ],
    [
      'she is away',
      facts({ partner: { ...broadcaster, state: 'offline' } }),
      { refused: 'callPartnerOffline' },
    ],
    [
      'she is in a call: her seat decides',
      facts({ partner: { ...broadcaster, state: 'inCall' } }),
      { dialler: 'caller', ratePointsPerMin: 220 },
    ],
    [
      'precedence: roles before one person',
      facts({ partner: { ...caller, memberId: '3', deviceKeys: ['his phone'] } }),
      { refused: 'partnerUnavailable' },
    ],
    [
      'precedence: one person before kind',
      facts({ partner: { ...broadcaster, deviceKeys: ['his phone'] }, kind: 'voice' }),
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
