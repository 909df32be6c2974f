import { expect, it } from 'vitest'
import type { Receipt } from '#contract/calls/calls.ts'
import { judge } from './oracle.ts'
import { roomId, start, type ValidRun, validRun, visitId } from './valid-run.ts'

it('finds nothing wrong with a call and a visit that were interrupted and went on', () => {
  const { evidence } = validRun()
  expect(judge(evidence).defects).toEqual([])
})

it('expects no points for what was lost with a killed process, of each who paid', () => {
  const { evidence, story, visit, row, visitRow } = validRun()
  for (const payer of [story.sides.caller, visit.watcher])
    payer.sound = [0, 8_000, 16_000, 24_000].map((from) => ({ from: start + from, to: start + from + 5_000 }))
  row.meter.chargedMs = 5_000
  visitRow.meter.chargedMs = 5_000
  expect(judge(evidence).defects.filter((defect) => defect.startsWith('meteringRan'))).toEqual([])
})

const damages: Record<string, (world: ValidRun) => void> = {
  ledgerAddsUp: ({ evidence }) =>
    void evidence.ledgerDefects.push({ problem: 'negative', subject: 'account 1' }),
  nothingIsLeftOpen: ({ evidence }) => {
    evidence.openHolds = 1
  },
  'everyCallIsSettledOnce: the meter': ({ row }) => {
    row.meter.state = 'open'
  },
  'everyCallIsSettledOnce: call 11111111-1111-4111-8111-111111111111 paid 70': ({ row }) => {
    row.capturedPoints = 70
  },
  'everyCallIsSettledOnce: the hold': ({ row }) => {
    row.meter.holdReleasedPoints = 0
  },
  'everyCallIsSettledOnce: the receipt': ({ row }) => {
    row.chargedMs = 12_000
  },
  everyCallIsSettledInTime: ({ row }) => {
    row.meter.settledAt = start + 60_000
  },
  'acknowledgedMoneyStays: caller was shown': ({ story }) => {
    story.sides.caller.wallet = { point: 1_000, held: 0, earnings: null }
  },
  'acknowledgedMoneyStays: caller has': ({ evidence }) => {
    evidence.wallets = new Map([...evidence.wallets, ['caller', { balance: 888, held: 0 }]])
  },
  'acknowledgedMoneyStays: call': ({ story }) => {
    story.sides.caller.receipt = { endReason: 'byCaller', points: 42, pointBack: null } as Receipt
  },
  'acknowledgedMoneyStays: the acknowledged spend': ({ evidence }) => {
    evidence.spendKeys = new Set()
  },
  'acknowledgedStepsStay: the acknowledged ring': ({ evidence }) => {
    evidence.calls = []
  },
  'acknowledgedStepsStay: the answer': ({ row }) => {
    row.acceptedAt = null
  },
  'acknowledgedStepsStay: call': ({ story }) => {
    story.sides.caller.endsTold.push({ endReason: 'serverRecovery', callDurationSec: 23, charged: 56 })
  },
  everyNewcomerGetsCallerPointsOnce: ({ evidence }) => {
    evidence.newcomers = new Map([['新人1', { members: 1, granted: 600 }]])
  },
  nobodyPaysForSilence: ({ story }) => {
    story.sides.caller.heardMs = 15_000
  },
  pointBackFollowsTheRule: ({ row }) => {
    row.endReason = 'serverRecovery'
    row.lostSide = 'server'
  },
  'endsHaveTheirCause: call': ({ row }) => {
    row.endReason = 'connectionLost'
    row.lostSide = 'broadcaster'
  },
  'everythingRecovers: nothing was well again': ({ evidence }) => {
    evidence.kills.push({ victim: 'app', at: start + 15_000, isCalm: false, servedAt: null, wellAt: null })
  },
  'everythingRecovers: the app ended': ({ evidence }) => {
    evidence.surprises.push('the app ended by itself')
  },
  noScreenIsStuck: ({ story }) => {
    story.sides.caller.stuckAt = 'inCall'
  },
  noQuestionFailsInCalm: ({ evidence }) => {
    evidence.observations.failures.push({
      memberId: 'caller',
      path: '/api/get-call',
      requestedAt: start,
      answeredAt: start + 10,
    })
  },
  clientsComeBack: ({ story }) => {
    story.sides.caller.sound.pop()
    story.sides.caller.left = { how: 'hungUp', at: start + 50_000 }
  },
  meteringRan: ({ row, visitRow }) => {
    row.meter.chargedMs = 5_000
    visitRow.meter.chargedMs = 5_000
  },
  'nothingIsLeftOpen: live room': ({ evidence }) => {
    for (const room of evidence.rooms) room.endedAt = null
  },
  'nothingIsLeftOpen: menu order': ({ evidence }) => {
    evidence.flow.push({ id: 'order', callId: visitId, kind: 'menu', points: 50, state: 'waiting' })
  },
  'everyCallIsSettledOnce: call 22222222-2222-4222-8222-222222222222 paid 70': ({ visitRow }) => {
    visitRow.capturedPoints = 70
  },
  'everyCallIsSettledInTime: call 22222222': ({ visitRow }) => {
    visitRow.meter.settledAt = start + 60_000
  },
  'acknowledgedMoneyStays: watcher was shown': ({ visit }) => {
    visit.watcher.wallet = { point: 944, held: 0, earnings: null }
  },
  'acknowledgedMoneyStays: watcher has': ({ evidence }) => {
    evidence.wallets = new Map([...evidence.wallets, ['watcher', { balance: 904, held: 0 }]])
  },
  'acknowledgedMoneyStays: call 22222222': ({ visit }) => {
    visit.watcher.receipt = { endReason: 'byCaller', points: 42, pointBack: null } as Receipt
  },
  'nobodyPaysForSilence: call 22222222': ({ visit }) => {
    visit.watcher.heardMs = 15_000
  },
  'pointBackFollowsTheRule: call 22222222': ({ visitRow }) => {
    visitRow.returnedPoints = 20
  },
  'noScreenIsStuck: call 22222222': ({ visit }) => {
    visit.watcher.stuckAt = 'inCall'
  },
  'flowAddsUp: live_flow_check': ({ evidence }) => {
    evidence.flowDefects.push({ what: 'a room misses entries', subject: roomId })
  },
  'flowAddsUp: visit': ({ evidence }) => {
    evidence.flow.push({ id: 'twice', callId: visitId, kind: 'comment', points: 20, state: 'done' })
  },
  'acknowledgedPaymentsStay: the acknowledged comment': ({ evidence }) => {
    evidence.flow = []
  },
  'acknowledgedPaymentsStay: the comment': ({ visit }) => {
    for (const payment of visit.payments) payment.outcome = 'liveOver'
  },
  'acknowledgedPaymentsStay: visit': ({ visit }) => {
    visit.paidBeside = 40
  },
  'acknowledgedVisitsStay: the acknowledged visit': ({ evidence, row }) => {
    evidence.calls = [row]
  },
  'acknowledgedVisitsStay: visit': ({ visit }) => {
    visit.watcher.endsTold.push({ endReason: 'serverRecovery', callDurationSec: 23, charged: 56 })
  },
  spendCapsHold: ({ visitRow }) => {
    visitRow.visit.spendCap = 70
  },
  visitsEndForTheirCause: ({ visitRow }) => {
    visitRow.endReason = 'pointless'
  },
  roomsEndForTheirCause: ({ evidence }) => {
    for (const room of evidence.observations.rooms) room.end = { how: 'found', at: start + 30_000 }
  },
  'watchersComeBackSoon: a watcher waited 6500 ms after the own': ({ evidence, visit }) => {
    const untouched = structuredClone(visit)
    untouched.watcher.sound = [{ from: start, to: start + 23_000 }]
    evidence.observations.visits.push({ ...untouched, callId: null })
    for (const stretch of visit.watcher.sound) if (stretch.from > start) stretch.from += 3_500
  },
  'watchersComeBackSoon: a watcher waited 6500 ms after the broadcaster’s': ({ visit }) => {
    for (const stretch of visit.watcher.sound) if (stretch.from > start) stretch.from += 3_500
  },
  'watchersComeBackSoon: watcher did not': ({ visit }) => {
    visit.watcher.sound.pop()
    visit.watcher.left = { how: 'hungUp', at: start + 50_000 }
  },
  watchingRan: ({ visitRow }) => {
    visitRow.connectedAt = null
  },
}

it.each(Object.keys(damages))('reports when this is broken: %s', (rule) => {
  const world = validRun()
  damages[rule]?.(world)
  expect(judge(world.evidence).defects).toContainEqual(expect.stringContaining(rule))
})

it('judges a visit that a second page took up as one visit, and knows the sound of both pages', () => {
  const split = (heardMs: number) => {
    const { evidence, visit } = validRun()
    const { watcher } = visit
    const [before, after] = watcher.sound
    if (!before || !after) throw new Error('The visit was not interrupted')
    const left = { how: 'vanished' as const, at: before.to }
    const first = { ...visit, watcher: { ...watcher, left, endsTold: [], sound: [before], heardMs } }
    const second = { ...visit, enteredAt: after.from, payments: [] }
    second.watcher = { ...watcher, sound: [after], heardMs: 10_000 }
    evidence.observations.visits = [first, second]
    return judge(evidence).defects
  }
  expect(split(10_000)).toEqual([])
  expect(split(5_000)).toEqual([expect.stringContaining('nobodyPaysForSilence')])
})

it('knows that the page after one that gave up ends the visit, and that no other page does', () => {
  const ended = (gaveUpAt: number) => {
    const { evidence, visit } = validRun()
    Object.assign(visit.watcher, { left: null })
    visit.watcher.stages.push({ at: gaveUpAt, name: 'ended' })
    return judge(evidence).defects.filter((defect) => defect.startsWith('visitsEndForTheirCause'))
  }
  expect(ended(start + 23_050)).toEqual([])
  expect(ended(start + 23_150)).toHaveLength(1)
})

it('allows a charge for what was sent into a short stutter of the caller’s line, and not for a longer loss', () => {
  const damaged = (lastedMs: number) => {
    const { evidence, story } = validRun()
    const { caller } = story.sides
    caller.heardMs -= lastedMs
    caller.cuts.push({ from: start + 3_000, to: start + 3_000 + lastedMs })
    return judge(evidence).defects.filter((defect) => defect.includes('nobodyPaysForSilence'))
  }
  expect(damaged(2_900)).toEqual([])
  expect(damaged(4_000)).toHaveLength(1)
})

it('does not judge a client that stood still itself for most of its grace', () => {
  const damaged = (stalledMs: number) => {
    const { evidence, story } = validRun()
    story.sides.caller.sound.pop()
    story.sides.caller.left = { how: 'hungUp', at: start + 50_000 }
    evidence.observations.stalls.push({ from: start + 12_000, to: start + 12_000 + stalledMs })
    return judge(evidence).defects.filter((defect) => defect.startsWith('clientsComeBack'))
  }
  expect(damaged(1_900)).toHaveLength(1)
  expect(damaged(2_100)).toEqual([])
})

it('does not judge a call that was served for less than half of its grace, however often', () => {
  const damaged = (downMs: number) => {
    const { evidence, story } = validRun()
    const [kill] = evidence.kills
    if (!kill) throw new Error('Nothing was killed')
    story.sides.caller.sound.pop()
    story.sides.caller.left = { how: 'hungUp', at: start + 50_000 }
    const at = kill.at + 6_000
    evidence.kills.push({ ...kill, victim: 'app', at, servedAt: at + downMs, wellAt: at + downMs })
    return judge(evidence).defects.filter((defect) => defect.startsWith('clientsComeBack'))
  }
  expect(damaged(9_000)).toHaveLength(1)
  expect(damaged(10_500)).toEqual([])
})

it('takes a call whose last increment was used up at a kill for over, and no other one that ended as pointless', () => {
  const damaged = (chargedMs: number) => {
    const { evidence, story, row } = validRun()
    story.plan.ending = 'nobody'
    story.sides.caller.sound.pop()
    story.sides.caller.left = null
    Object.assign(row, { endReason: 'pointless', endedAt: start + 10_900 })
    Object.assign(row.meter, { chargedMs, fundedIncrements: 2 })
    return judge(evidence).defects.filter((defect) => /^(clientsComeBack|endsHaveTheirCause)/.test(defect))
  }
  expect(damaged(12_000)).toEqual([])
  expect(damaged(11_900)).toEqual([
    expect.stringContaining('endsHaveTheirCause'),
    expect.stringContaining('clientsComeBack'),
  ])
})

it('takes a page that gave up during an outage for away, and no page that gave up in calm', () => {
  const damaged = (gaveUpAt: number) => {
    const { evidence, story, row } = validRun()
    story.sides.broadcaster.stages.push({ at: gaveUpAt, name: 'ended' })
    Object.assign(row, { endReason: 'connectionLost', lostSide: 'broadcaster', endedAt: start + 60_000 })
    return judge(evidence).defects.filter((defect) => defect.startsWith('endsHaveTheirCause'))
  }
  expect(damaged(start + 30_000)).toEqual([])
  expect(damaged(start + 31_000)).toHaveLength(1)
})
