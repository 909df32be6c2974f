import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { ahead, bookingIn, bookingsOf, wish } from './booking-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const pair = async () => ({ caller: await world.caller(), broadcaster: await world.broadcaster() })

describe('the limits', () => {
  it('are three open bookings with one broadcaster', async () => {
    const { caller, broadcaster } = await pair()
    for (const quarters of [0, 4, 8])
      expect(
        await caller.request('proposeBooking', wish(broadcaster, { startsAt: ahead(quarters) })),
      ).toMatchObject({ type: 'success' })
    expect(await caller.request('proposeBooking', wish(broadcaster, { startsAt: ahead(12) }))).toMatchObject({
      code: 'bookingTooMany',
    })
  })

  it('are five proposals in an hour to one broadcaster, also when they were cancelled', async () => {
    const { caller, broadcaster } = await pair()
    const propose = (quarters: number) => {
      const proposal = wish(broadcaster, { startsAt: ahead(quarters) })
      return { bookingId: proposal.bookingId, answer: caller.request('proposeBooking', proposal) }
    }
    for (const quarters of [0, 4, 8, 12, 16]) {
      const { bookingId, answer } = propose(quarters)
      expect(await answer).toMatchObject({ type: 'success' })
      await caller.request('cancelBooking', { bookingId })
    }
    expect(await propose(20).answer).toMatchObject({ code: 'proposalTooOften' })
  })

  it('end the open ones of a caller who states an age under 18', async () => {
    const { caller, broadcaster } = await pair()
    await caller.request('proposeBooking', wish(broadcaster, {}))
    const young = `${new Date(world.context.now()).getUTCFullYear() - 15}-01-01`
    await caller.request('stateBirthDate', { birthDate: young })
    expect(await bookingsOf(broadcaster)).toMatchObject([{ phase: 'cancelled' }])
    expect(await caller.request('proposeBooking', wish(broadcaster, {}))).toMatchObject({ code: 'underAge' })
  })

  it('hold for proposals at the same time as well', async () => {
    const { caller, broadcaster } = await pair()
    const answers = await Promise.all(
      [0, 4, 8, 12, 16].map((quarters) =>
        caller.request('proposeBooking', wish(broadcaster, { startsAt: ahead(quarters) })),
      ),
    )
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(3)
  })

  it('leave a broadcaster alone who has switched bookings off', async () => {
    const { caller, broadcaster } = await pair()
    expect(await caller.request('getBookingOffer', { partnerId: broadcaster.id })).toMatchObject({
      isOpen: true,
    })
    await broadcaster.request('updateBookingSetting', { isOpen: false })
    expect(await caller.request('getBookingOffer', { partnerId: broadcaster.id })).toMatchObject({
      isOpen: false,
    })
    expect(await caller.request('proposeBooking', wish(broadcaster))).toMatchObject({
      code: 'bookingsClosed',
    })
    expect(await caller.request('updateBookingSetting', { isOpen: true })).toMatchObject({
      code: 'forbidden',
    })
  })

  it('give a time to one of two callers, also when both are accepted at the same time', async () => {
    const [first, second, broadcaster] = [
      await world.caller(),
      await world.caller(),
      await world.broadcaster(),
    ]
    const [one, two] = [
      bookingIn(await first.request('proposeBooking', wish(broadcaster))),
      bookingIn(await second.request('proposeBooking', wish(broadcaster, { startsAt: ahead(1) }))),
    ]
    const answers = await Promise.all(
      [one, two].map(({ bookingId, startsAt }) =>
        broadcaster.request('acceptBooking', { bookingId, startsAt }),
      ),
    )
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(answers).toContainEqual(expect.objectContaining({ code: 'bookingTaken' }))
    expect(await (await world.caller()).request('proposeBooking', wish(broadcaster))).toMatchObject({
      code: 'bookingTaken',
    })
  })
})
