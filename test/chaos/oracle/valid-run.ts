import type { Receipt } from '#contract/calls/calls.ts'
import type { CallRow, Evidence } from './evidence.ts'
import type { CallObservation, SideObservation, VisitObservation } from './observations.ts'

/** The wall clock at which the story begins. */
export const start = 1_800_000_000_000
const callId = '11111111-1111-4111-8111-111111111111'

const side = (memberId: string, changes: Partial<SideObservation> = {}): SideObservation => ({
  memberId,
  stages: [{ at: start, name: 'inCall' }],
  left: null,
  cuts: [],
  heardMs: 20_000,
  sound: [
    { from: start, to: start + 10_000 },
    { from: start + 13_000, to: start + 23_000 },
  ],
  endpointRequests: [],
  endsTold: [{ endReason: 'byCaller', callDurationSec: 23, charged: 56 }],
  receipt: { endReason: 'byCaller', points: 56, pointBack: null } as Receipt,
  wallet: { point: 944, held: 0, earnings: null },
  stuckAt: null,
  ...changes,
})

const soundStory = (): CallObservation => ({
  plan: {
    number: 1,
    dialler: 'caller',
    answer: 'accepted',
    answerAfterMs: 500,
    soundMs: 20_000,
    ending: 'callerHangsUp',
    blip: null,
  },
  callId,
  sides: {
    caller: side('caller', { left: { how: 'hungUp', at: start + 23_000 } }),
    broadcaster: side('broadcaster', {
      endsTold: [{ endReason: 'byCaller', callDurationSec: 23, charged: null }],
    }),
  },
  rangAt: start - 2_000,
  acceptedAt: start - 1_000,
  refusal: null,
})

export const visitId = '22222222-2222-4222-8222-222222222222'
export const roomId = '33333333-3333-4333-8333-333333333333'
const commentId = '44444444-4444-4444-8444-444444444444'

/** A visit over the kill of the media process, with a comment, that its watcher left. */
const soundVisit = (): VisitObservation => ({
  plan: {
    number: 1,
    watchedMs: 20_000,
    isFreeLook: false,
    spendCap: 200,
    ending: 'leaves',
    payments: [{ kind: 'comment', afterMs: 3_000 }],
    blip: null,
  },
  roomId,
  callId: visitId,
  enteredAt: start - 500,
  refusal: null,
  watcher: side('watcher', {
    left: { how: 'hungUp', at: start + 23_000 },
    endsTold: [{ endReason: 'byCaller', callDurationSec: 23, charged: 56 }],
    wallet: { point: 924, held: 0, earnings: null },
  }),
  payments: [{ id: commentId, kind: 'comment', outcome: 'paid' }],
  paidBeside: 20,
})

const soundRow = (): CallRow & { meter: NonNullable<CallRow['meter']> } => ({
  id: callId,
  callerId: 'caller',
  broadcasterId: 'broadcaster',
  phase: 'ended',
  acceptedAt: start - 1_000,
  connectedAt: start,
  endedAt: start + 23_100,
  endReason: 'byCaller',
  lostSide: null,
  connectedMs: 23_000,
  chargedMs: 19_900,
  meter: {
    state: 'settled',
    chargedMs: 19_900,
    increments: 4,
    fundedIncrements: 10,
    incrementPoints: 14,
    tariff: { video: 14, voice: 14 },
    segments: [],
    settledAt: start + 23_100,
    pointBackAt: null,
    pointBackPoints: 0,
    heldPoints: 140,
    holdCapturedPoints: 56,
    holdReleasedPoints: 84,
  },
  capturedPoints: 56,
  returnedPoints: 0,
  returnedByPlatformPoints: 0,
  returnedAs: null,
  visit: null,
})

const soundVisitRow = () => ({
  ...soundRow(),
  id: visitId,
  callerId: 'watcher',
  broadcasterId: 'host',
  visit: { roomId, spendCap: 200 as number | null, isFreeLook: false, besidePoints: 20 },
})

export interface ValidRun {
  story: CallObservation
  row: ReturnType<typeof soundRow>
  visit: VisitObservation
  visitRow: ReturnType<typeof soundVisitRow>
  evidence: Evidence
}

/**
 * A call and a visit of a live room that were interrupted by a kill of the media process, went on after 3 s, and were
 * left by the payer.
 */
export const validRun = (): ValidRun => {
  const story = soundStory()
  const row = soundRow()
  const visit = soundVisit()
  const visitRow = soundVisitRow()
  const evidence: Evidence = {
    kills: [
      {
        victim: 'media',
        at: start + 10_000,
        isCalm: true,
        servedAt: start + 10_500,
        wellAt: start + 10_500,
      },
    ],
    surprises: [],
    observations: {
      stories: [story],
      visits: [visit],
      rooms: [{ roomId, hostId: 'host', openedAt: start, end: { how: 'ended', at: start + 30_000 } }],
      newcomers: [{ name: '新人1', memberId: '7', cookie: '', point: 300 }],
      failures: [],
      stalls: [],
    },
    spends: [{ payerId: 'payer', key: '1', points: 5, isAcknowledged: true }],
    granted: new Map([
      ['caller', 1_000],
      ['watcher', 1_000],
      ['payer', 100],
    ]),
    ledgerDefects: [],
    calls: [row, visitRow],
    rooms: [{ id: roomId, hostId: 'host', endedAt: start + 30_000, endReason: 'byBroadcaster' }],
    flow: [{ id: commentId, callId: visitId, kind: 'comment', points: 20, state: 'done' }],
    flowDefects: [],
    seats: 0,
    openHolds: 0,
    wallets: new Map([
      ['caller', { balance: 944, held: 0 }],
      ['watcher', { balance: 924, held: 0 }],
      ['payer', { balance: 95, held: 0 }],
    ]),
    newcomers: new Map([['新人1', { members: 1, granted: 300 }]]),
    spendKeys: new Set(['spend:payer:1']),
  }
  return { story, row, visit, visitRow, evidence }
}
