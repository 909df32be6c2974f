// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { CallButton } from './call-button.tsx'

afterEach(closePages)

const textOf = async (payer: 'viewer' | 'partner') => {
  const button = <CallButton kind="video" ratePointsPerMin={200} payer={payer} name="みお" to="/" />
  await openPage(button, { session: memberSession })
  return document.querySelector('a')?.textContent
}

it('shows the price to the member who pays', async () => {
  expect(await textOf('viewer')).toContain('200pt/分')
})

it('shows no price to a member whose partner pays, and says so', async () => {
  const text = await textOf('partner')
  expect(text).not.toContain('200')
  expect(text).toContain('通話料金はお相手のご負担です。')
})
