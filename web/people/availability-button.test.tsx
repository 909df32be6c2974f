// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { AvailabilityButton } from './availability-button.tsx'

afterEach(closePages)

const mio = { id: '10000001', name: 'みお' }
const requests = [{ partnerId: mio.id, expiresAt: '2026-11-23T12:00:00.000Z' }]
const label = 'みおさんが空いたら知らせる'
const states = () => buttonsOf().map((button) => [button.textContent, button.getAttribute('aria-pressed')])

it('asks for one notice, says so, and takes it back', async () => {
  const page = await openPage(<AvailabilityButton person={mio} />, {
    session: memberSession,
    answers: {
      '/api/get-availability-requests': { body: { type: 'success', requests: [] } },
      '/api/request-availability': { body: { type: 'success', requests } },
      '/api/cancel-availability': { body: { type: 'success', requests: [] } },
    },
  })
  await page.until(() => expect(states()).toEqual([['空いたら知らせる', 'false']]))
  expect(buttonsOf().map(nameOf)).toEqual([label])
  await page.until(() => expect(buttonsOf()[0]?.getAttribute('aria-disabled')).toBeNull())
  await page.press(label)
  await page.until(() => expect(states()).toEqual([['お知らせします', 'true']]))
  await page.press(label)
  await page.until(() => expect(states()).toEqual([['空いたら知らせる', 'false']]))
  expect(page.requests.filter(({ path }) => path.endsWith('-availability'))).toEqual([
    { path: '/api/request-availability', body: { partnerId: mio.id } },
    { path: '/api/cancel-availability', body: { partnerId: mio.id } },
  ])
})
