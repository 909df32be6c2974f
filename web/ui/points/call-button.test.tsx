// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { CallButton } from './call-button.tsx'

afterEach(closePages)

const textOf = async (earnedPointsPerMin: number | null) => {
  const button = (
    <CallButton
      kind="video"
      ratePointsPerMin={200}
      earnedPointsPerMin={earnedPointsPerMin}
      name="みお"
      to="/"
    />
  )
  await openPage(button, { session: memberSession })
  return document.querySelector('a')?.textContent
}

it('shows the price to the member who pays', async () => {
  expect(await textOf(null)).toContain('200pt/分')
})

it('shows a broadcaster the reward instead of the price, and says who pays', async () => {
  const text = await textOf(80)
  expect(text).not.toContain('200')
  expect(text).toContain('報酬80pt/分')
  expect(text).toContain('通話料金はお相手のご負担です。')
})
