import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from './people-steps.ts'

test('a broadcaster changes price and schedule, and a caller sees both', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const broadcaster = await addBroadcaster(app, '予定を立てる人')
  const caller = await addCaller(app, '予定を見る人')
  await signIn(page, broadcaster)
  await page.goto('/base')
  await page.getByRole('button', { name: 'ビデオ通話の料金を10pt上げる' }).click()
  await expect(page.getByText('あなたの報酬 84pt/分')).toBeVisible()
  await page.getByRole('switch', { name: '音声通話' }).click()
  await page.getByRole('button', { name: '料金を保存' }).click()
  await expect(page.getByText('料金を保存しました')).toBeVisible()

  await page.getByRole('button', { name: /^金曜日/ }).click()
  const day = page.getByRole('dialog', { name: '金曜日の予定' })
  await day.getByRole('button', { name: '時間を追加' }).click()
  await day.getByLabel('終了').selectOption({ label: '翌2時' })
  await day.getByRole('button', { name: '土曜日' }).click()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await day.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByRole('button', { name: /^土曜日\s*21時〜26時/ })).toBeVisible()
  await page.getByRole('switch', { name: 'SNSの紹介カード' }).click()
  await expect(page.getByText('紹介カードをオンにしました')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'SNSの紹介カード' })).toBeChecked()
  await inBothThemes(page, axe)

  const ofCaller = await browser.newContext({ baseURL: app.url })
  const callerPage = await ofCaller.newPage()
  await signIn(callerPage, caller)
  await callerPage.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  const week = callerPage.getByRole('region', { name: '待機の予定' })
  await expect(week.getByText(/21時\s*〜26時/)).toHaveCount(2)
  await expect(callerPage.getByText(/ビデオ通話.*210/).first()).toBeVisible()
  await expect(callerPage.getByText(/音声通話.*140/)).toHaveCount(0)
  await ofCaller.close()
})
