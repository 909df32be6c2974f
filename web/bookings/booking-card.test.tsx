// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { BookingCard } from './booking-card.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))
afterEach(closePages)

const now = Date.parse('2026-11-29T12:00:00.000Z')
const booking: Booking = {
  ...{ bookingId: '0f8fad5b-d9cb-469f-a165-70867728950e', side: 'broadcaster', kind: 'video', minutes: 30 },
  partner: { id: '10000001', name: '太郎', avatarId: null },
  ...{ startsAt: '2026-11-30T12:00:00.000Z', note: '', phase: 'proposed', proposedBy: 'caller' },
  ...{ outcome: null, ratePointsPerMin: 200 },
}
const path = '/api/decline-booking'

it('asks before a proposed time is declined', async () => {
  const page = await openPage(<BookingCard booking={booking} now={now} />, {
    session: memberSession,
    answers: { [path]: { body: { type: 'success', booking: { ...booking, phase: 'declined' } } } },
  })
  const sent = () => page.requests.filter((each) => each.path === path)
  await page.press('見送る')
  await page.press('やめる')
  expect(sent()).toEqual([])
  await page.press('見送る')
  await page.press('見送る')
  await page.until(() => expect(sent()).toHaveLength(1))
  await page.until(() => expect(document.querySelector('dialog')).toBeNull())
})

it('takes one answer to a proposed time', async () => {
  const page = await openPage(<BookingCard booking={booking} now={now} />, { session: memberSession })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await page.press('承諾する')
  const open = () =>
    buttonsOf()
      .filter((button) => button.getAttribute('aria-disabled') !== 'true')
      .map(nameOf)
  await page.until(() => expect(open()).not.toContain('承諾する'))
  expect(open()).not.toContain('見送る')
  expect(open()).not.toContain('別の時間')
})
