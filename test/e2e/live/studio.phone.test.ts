import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster } from '../own-people.ts'
import { expectNoOverflow } from '../people/people-steps.ts'

test('a broadcaster goes live, survives a reload and reads the summary', async ({ page, app, axe }) => {
  const broadcaster = await addBroadcaster(app, '配信する人')
  const title = `夜の雑談 ${broadcaster.id}`
  await signIn(page, broadcaster)
  await page.goto('/base')
  await page.getByRole('link', { name: '配信をはじめる' }).click()
  await expect(page.getByLabel('自分の映像')).toBeVisible()
  // What comes back is measured while the settings are written, and going live doesn't wait for the verdict.
  await page.getByRole('button', { name: '回線をたしかめる' }).click()
  const measured = page.getByRole('progressbar', { name: '測定' })
  await expect.poll(() => measured.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await page.getByLabel('配信タイトル').fill(title)
  await page.getByLabel('タグ', { exact: true }).fill('#雑談')
  await page.getByLabel('タグ', { exact: true }).press('Enter')
  await expectNoOverflow(page)
  await axe(page)
  await page.getByRole('button', { name: '配信をはじめる' }).click()

  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('映像をつないでいます')).toBeHidden()
  const listed = async () => {
    const answer = await page.request.post('/api/get-live-rooms', { data: { limit: 50 } })
    const { rooms } = (await answer.json()) as { rooms: { title: string; tags: string[] }[] }
    return rooms.filter((room) => room.title === title).map(({ tags }) => tags)
  }
  await expect.poll(listed).toEqual([['雑談']])
  await axe(page)

  // The browser asks before it closes the page of a running room.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('映像をつないでいます')).toBeHidden()

  await page.getByRole('button', { name: '配信を終える' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '配信を終える' }).click()
  await expect(page.getByText('配信を終えました。')).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await listed()).toEqual([])
  await axe(page)
})
