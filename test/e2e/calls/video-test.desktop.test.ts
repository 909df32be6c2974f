import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { people } from '../people/people-steps.ts'

// It measures for 12 s, and waits for a voice before.
test('offers the check before a first call, runs to a verdict, and leads back to the call', async ({
  page,
  app,
  axe,
}) => {
  await signIn(page, await addCaller(app, 'はじめての人', { free: 300 }))
  const callPage = `/outgoing/video-call?partnerId=${people.mio.id}`
  await page.goto(callPage)
  await page.getByRole('link', { name: '通話テストへ' }).click()

  await page.getByRole('button', { name: 'テストをはじめる' }).click()
  const steps = page.getByRole('list', { name: 'テストの項目' }).getByRole('listitem')
  // The fake microphone beeps, which counts as a voice.
  await page.getByRole('button', { name: '音を鳴らす' }).click()
  await page.getByRole('button', { name: '聞こえました' }).click()
  await expect(steps.nth(4)).toContainText('つながりました')
  // How good the line is depends on what the machine does besides; domain/calls/quality judges it.
  await expect(page.getByRole('heading', { name: /^(とても良い|通話できます|不安定です)/ })).toBeVisible()
  await expect(steps.nth(5))
    .toContainText('Mbps')
    .catch(() => expect(steps.nth(5)).toContainText('kbps'))
  await expect(steps.nth(5)).toContainText(/OK|不安定/)
  for (const step of [0, 1, 2, 3, 4]) await expect(steps.nth(step)).toContainText('OK')
  await axe(page)

  await page.getByRole('link', { name: '通話の画面に戻る' }).click()
  await expect(page).toHaveURL(callPage)
  await expect(page.getByRole('button', { name: 'やめる' })).toBeVisible()
  await expect(page.getByText('はじめての通話の前に')).toHaveCount(0)
})
