import { describe, expect, it } from 'vitest'
import { deleteOldBookings, tickDueBookings } from '#server/bookings/jobs.ts'
import { bookingsOfMember } from '#server/bookings/queries.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { crashingDb } from '#test/helpers/crashing-db.ts'
import type { PushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { pushSteps } from '../push/push-steps.ts'
import { withPushStandIn } from '../push/push-world.ts'
import { ahead, bookingIn, bookingsOf, wish } from './booking-steps.ts'

let world: TestWorld
let standIn: PushStandIn
const { connectedCall, ring } = callSteps(() => world)
const { allow } = pushSteps(
  () => world,
  () => standIn,
)
withPushStandIn((made) => {
  ;({ world, standIn } = made)
})

const momentsOf = async (person: Person): Promise<string[]> => {
  const answer = await person.request('getNotifications', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.notifications
    .flatMap(({ about }) => (about.kind === 'booking' ? [about.moment] : []))
    .reverse()
}
const pair = async () => ({ caller: await world.caller(), broadcaster: await world.broadcaster() })
const proposed = async (more: object = {}) => {
  const { caller, broadcaster } = await pair()
  const booking = bookingIn(await caller.request('proposeBooking', wish(broadcaster, more)))
  return { caller, broadcaster, booking, bookingId: booking.bookingId, startsAt: booking.startsAt }
}
const accepted = async (more: object = {}) => {
  const made = await proposed(more)
  const { bookingId, startsAt } = made
  expect(await made.broadcaster.request('acceptBooking', { bookingId, startsAt })).toMatchObject({
    booking: { phase: 'accepted' },
  })
  return made
}
/** Moves a booking's time so that it begins in so many minutes. */
const beginsIn = async (bookingId: string, minutes: number) => {
  await world.database.sql`
    with moved as (select id, due_at - starts_at as due, now() + make_interval(mins => ${minutes}) as at from booking)
    update booking b set starts_at = m.at, due_at = m.at + m.due from moved m where m.id = b.id and b.id = ${bookingId}`
}
const tick = () => tickDueBookings(world.context)

describe('a booking', () => {
  it('is proposed, accepted, and seen by both with the price and without a hold', async () => {
    const { caller, broadcaster, bookingId } = await proposed({ note: 'はじめまして' })
    const shown = { bookingId, kind: 'video', minutes: 20, note: 'はじめまして', ratePointsPerMin: 200 }
    expect(await bookingsOf(caller)).toMatchObject([{ ...shown, side: 'caller', phase: 'proposed' }])
    const [seen] = await bookingsOf(broadcaster)
    expect(seen).toMatchObject({ ...shown, side: 'broadcaster', partner: { id: caller.id } })
    await broadcaster.request('acceptBooking', { bookingId, startsAt: seen?.startsAt ?? '' })
    expect(await bookingsOf(caller)).toMatchObject([{ phase: 'accepted' }])
    expect([await momentsOf(broadcaster), await momentsOf(caller)]).toEqual([['proposed'], ['accepted']])
    expect(await caller.request('getMyPoint', {})).toMatchObject({ point: 3_000 })
  })

  it('takes another time that the broadcaster proposes, once the caller accepts that one', async () => {
    const { caller, broadcaster, bookingId, startsAt } = await proposed()
    const later = ahead(3)
    expect(await broadcaster.request('counterBooking', { bookingId, startsAt: later })).toMatchObject({
      booking: { startsAt: later, proposedBy: 'broadcaster' },
    })
    expect(await caller.request('acceptBooking', { bookingId, startsAt })).toMatchObject({
      code: 'bookingChanged',
    })
    expect(await caller.request('acceptBooking', { bookingId, startsAt: later })).toMatchObject({
      booking: { phase: 'accepted' },
    })
    expect([await momentsOf(caller), await momentsOf(broadcaster)]).toEqual([
      ['countered'],
      ['proposed', 'accepted'],
    ])
  })

  it('is declined, or cancelled by either side, with a notice', async () => {
    const declined = await proposed()
    await declined.broadcaster.request('declineBooking', { bookingId: declined.bookingId })
    expect(await momentsOf(declined.caller)).toEqual(['declined'])
    for (const by of ['caller', 'broadcaster'] as const) {
      const made = await accepted()
      expect(await made[by].request('cancelBooking', { bookingId: made.bookingId })).toMatchObject({
        booking: { phase: 'cancelled' },
      })
      const [notified, own] =
        by === 'caller' ? [made.broadcaster, made.caller] : [made.caller, made.broadcaster]
      expect((await momentsOf(notified)).at(-1)).toBe('cancelled')
      expect(await momentsOf(own)).not.toContain('cancelled')
    }
  })

  it('is the same proposal when it is sent again, and refused with another content', async () => {
    const { caller, broadcaster } = await pair()
    const proposal = wish(broadcaster)
    await caller.request('proposeBooking', proposal)
    expect(await caller.request('proposeBooking', proposal)).toMatchObject({ booking: { phase: 'proposed' } })
    expect(await bookingsOf(caller)).toHaveLength(1)
    expect(await momentsOf(broadcaster)).toEqual(['proposed'])
    expect(await caller.request('proposeBooking', { ...proposal, minutes: 30 })).toMatchObject({
      code: 'idempotencyMismatch',
    })
  })

  it('is a caller’s to propose, and to the two sides alone to answer', async () => {
    const { caller, broadcaster, bookingId, startsAt } = await proposed()
    expect(await broadcaster.request('proposeBooking', wish(broadcaster))).toMatchObject({
      code: 'forbidden',
    })
    expect(await caller.request('acceptBooking', { bookingId, startsAt })).toMatchObject({
      code: 'forbidden',
    })
    for (const stranger of [await world.caller(), await world.broadcaster()]) {
      for (const name of ['declineBooking', 'cancelBooking'] as const)
        expect(await stranger.request(name, { bookingId })).toMatchObject({ code: 'notFound' })
      expect(await stranger.request('acceptBooking', { bookingId, startsAt })).toMatchObject({
        code: 'notFound',
      })
    }
    expect(await bookingsOf(caller)).toMatchObject([{ phase: 'proposed' }])
  })

  it('refuses a message with contact details as the guard is set', async () => {
    const { caller, broadcaster } = await pair()
    const proposal = wish(broadcaster, { note: 'LINEのIDは koyoi_0001 です' })
    expect(await caller.request('proposeBooking', proposal)).toMatchObject({ code: 'contactWarning' })
    expect(await bookingsOf(broadcaster)).toEqual([])
    expect(await caller.request('proposeBooking', { ...proposal, isWarned: true })).toMatchObject({
      type: 'success',
    })
  })
})

describe('races', () => {
  it('an acceptance and a cancellation leave a cancelled booking', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { caller, broadcaster, bookingId, startsAt } = await proposed()
      const [answer, cancelled] = await Promise.all([
        broadcaster.request('acceptBooking', { bookingId, startsAt }),
        caller.request('cancelBooking', { bookingId }),
      ])
      expect(cancelled).toMatchObject({ type: 'success' })
      expect(await bookingsOf(caller)).toMatchObject([{ phase: 'cancelled' }])
      const wasAccepted = answer.type === 'success'
      expect(await momentsOf(caller)).toEqual(wasAccepted ? ['accepted'] : [])
      expect(await momentsOf(broadcaster)).toEqual(['proposed', 'cancelled'])
    }
  })

  it('an acceptance from two devices notifies once', async () => {
    const { caller, broadcaster, bookingId, startsAt } = await proposed()
    const other = await world.onAnotherDevice(broadcaster)
    const answers = await Promise.all(
      [broadcaster, other].map((device) => device.request('acceptBooking', { bookingId, startsAt })),
    )
    expect(answers.map(({ type }) => type)).toEqual(['success', 'success'])
    expect(await momentsOf(caller)).toEqual(['accepted'])
  })
})

describe('reminders', () => {
  it('come to both ten minutes before and at the time, with a push, once', async () => {
    const { caller, broadcaster, bookingId } = await accepted()
    // The push of the acceptance is over before there is an address.
    await world.context.push.idle()
    const browser = await allow(caller)
    await beginsIn(bookingId, 11)
    await tick()
    expect(await momentsOf(broadcaster)).toEqual(['proposed'])
    await beginsIn(bookingId, 10)
    await Promise.all([tick(), tick(), tick()])
    // Pushes leave beside each other: the first is there before the second is due.
    await world.context.push.idle()
    await beginsIn(bookingId, 0)
    await Promise.all([tick(), tick()])
    await world.context.push.idle()
    expect(await momentsOf(broadcaster)).toEqual(['proposed', 'soon', 'starting'])
    expect(await momentsOf(caller)).toEqual(['accepted', 'soon', 'starting'])
    const pushes = browser.received.map(({ message }) => message)
    expect(pushes).toMatchObject([
      { kind: 'booking', moment: 'soon', partnerName: broadcaster.viewer.name },
      { kind: 'booking', moment: 'starting' },
    ])
  })

  it('come once when a process dies at any of its statements', async () => {
    const model = await accepted()
    await beginsIn(model.bookingId, 10)
    const whole = crashingDb(world.database.sql)
    await tickDueBookings({ ...world.context, db: whole.db })
    const committed = whole.statements.indexOf('commit')
    expect(committed).toBeGreaterThan(5)
    for (let statement = 0; statement <= committed; statement += 1) {
      const { caller, bookingId } = await accepted()
      await beginsIn(bookingId, 10)
      const dying = crashingDb(world.database.sql, { cut: { statement, when: 'unsent' } })
      const silent = { ...world.context.log, error: () => undefined }
      await tickDueBookings({ ...world.context, log: silent, db: dying.db }).catch(() => undefined)
      expect(await momentsOf(caller)).toEqual(['accepted'])
      await tick()
      expect(await momentsOf(caller)).toEqual(['accepted', 'soon'])
    }
  }, 30_000)

  it('an unanswered proposal expires at its time, without a notice', async () => {
    const { caller, bookingId } = await proposed()
    await beginsIn(bookingId, 0)
    await tick()
    expect(await bookingsOf(caller)).toMatchObject([{ phase: 'expired' }])
    expect(await momentsOf(caller)).toEqual([])
  })
})

describe('the end', () => {
  const endOf = async (bookingId: string, person: Person) => {
    await beginsIn(bookingId, -20)
    await world.database.sql`update booking set due_at = now() where id = ${bookingId}`
    await tick()
    const [booking] = await bookingsOf(person)
    return [booking?.phase, booking?.outcome]
  }

  it('says that both spoke, that one side did not come, or that nobody rang', async () => {
    const met = await accepted()
    await beginsIn(met.bookingId, 0)
    const callId = await connectedCall(met.caller, met.broadcaster)
    await met.caller.request('endCall', { callId })
    await world.database
      .sql`update call set requested_at = now() - interval '19 minutes' where id = ${callId}`
    expect(await endOf(met.bookingId, met.caller)).toEqual(['over', 'met'])

    const missed = await accepted()
    const rung = await ring(missed.caller, missed.broadcaster)
    await missed.caller.request('cancelCall', { callId: rung.callId })
    await world.database.sql`
      update call set requested_at = now() - interval '19 minutes' where id = ${rung.callId}`
    expect(await endOf(missed.bookingId, missed.broadcaster)).toEqual(['over', 'broadcasterAbsent'])

    const silent = await accepted()
    expect(await endOf(silent.bookingId, silent.caller)).toEqual(['over', 'noCall'])
    expect(await momentsOf(silent.caller)).toEqual(['accepted'])
  })

  it.each([
    ['goes on', null, 'met'],
    ['ends in it', 15, 'met'],
    ['ends before it', 21, 'noCall'],
  ] as const)('knows of a call that began before and %s', async (_what, endedMinutesAgo, outcome) => {
    const { caller, broadcaster, bookingId } = await accepted()
    await beginsIn(bookingId, 0)
    const callId = await connectedCall(caller, broadcaster)
    const end = () => caller.request('endCall', { callId })
    if (endedMinutesAgo !== null) await end()
    await world.database.sql`
      update call set requested_at = now() - interval '41 minutes', connected_at = now() - interval '40 minutes',
        ended_at = now() - make_interval(mins => ${endedMinutesAgo}) where id = ${callId}`
    expect(await endOf(bookingId, caller)).toEqual(['over', outcome])
    if (endedMinutesAgo === null) await end()
  })
})

describe('a pair that parts', () => {
  it('by a block: the booking is cancelled, shown to neither, and reminds nobody', async () => {
    const { caller, broadcaster, bookingId, startsAt } = await accepted()
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect([await bookingsOf(caller), await bookingsOf(broadcaster)]).toEqual([[], []])
    expect(await caller.request('cancelBooking', { bookingId })).toMatchObject({ code: 'notFound' })
    await beginsIn(bookingId, 0)
    await tick()
    expect(await momentsOf(broadcaster)).not.toContain('starting')
    await broadcaster.request('removeBlock', { partnerId: caller.id })
    expect(await bookingsOf(caller)).toMatchObject([{ phase: 'cancelled', startsAt: expect.any(String) }])
    expect(await momentsOf(caller)).toEqual(['accepted'])
    expect(await broadcaster.request('acceptBooking', { bookingId, startsAt })).toMatchObject({
      type: 'error',
    })
  })

  it('by leaving: the booking is cancelled with a notice', async () => {
    const { caller, broadcaster } = await accepted()
    await deactivateAccount(world.context, broadcaster.id, { reason: 'other', leavesEarnings: true })
    expect(await bookingsOf(caller)).toMatchObject([{ phase: 'cancelled' }])
    expect(await momentsOf(caller)).toEqual(['accepted', 'cancelled'])
    expect(await caller.request('proposeBooking', wish(broadcaster))).toMatchObject({ code: 'notFound' })
  })
})

it('a member’s data export holds the own message only, and old bookings are deleted', async () => {
  const { caller, broadcaster, bookingId } = await proposed({ note: '旅の話をしたいです' })
  expect(JSON.stringify(await bookingsOfMember(world.context.db, caller.id))).toContain('旅の話')
  expect(await bookingsOfMember(world.context.db, broadcaster.id)).toMatchObject([{ note: null }])
  await broadcaster.request('declineBooking', { bookingId })
  const kept = () => world.database.sql`select from booking where id = ${bookingId}`
  await world.database.sql`update booking set changed_at = now() - interval '89 days' where id = ${bookingId}`
  await deleteOldBookings(world.context.db)
  expect(await kept()).toHaveLength(1)
  await world.database.sql`update booking set changed_at = now() - interval '91 days' where id = ${bookingId}`
  await deleteOldBookings(world.context.db)
  expect(await kept()).toEqual([])
})
