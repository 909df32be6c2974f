import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '#seed/people.ts'
import { type E2eApp, expect, type Page } from '#test/helpers/e2e.ts'
import { openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { addCaller, type OwnPerson } from '../own-people.ts'
import { people } from '../people/people-steps.ts'

/** Doesn't answer automatically, and talks only with the callers of these tests. */
export const broadcaster = people.iori

export const field = (page: Page) => page.getByRole('textbox', { name: 'メッセージ' })
export const log = (page: Page) => page.getByRole('log')

/** A message's bubble by its text. */
export const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true }).last()

export const send = async (page: Page, text: string): Promise<void> => {
  await field(page).fill(text)
  await page.getByRole('button', { name: '送信', exact: true }).click()
  await expect(bubble(page, text)).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(log(page).getByText('送信中')).toBeHidden()
}

/**
 * A new caller in the test's own page, and the broadcaster in another browser, each with the conversation
 * open.
 */
export const bothTalk = async (
  page: Page,
  browser: Browser,
  app: E2eApp,
  { paid = 0 } = {},
): Promise<{ caller: OwnPerson; ofBroadcaster: Page }> => {
  const caller = await addCaller(app, 'そうた', { paid })
  await signIn(page, caller)
  const { page: ofBroadcaster } = await openBrowserOf(browser, broadcaster)
  await page.goto(`/chat/${broadcaster.id}`)
  await send(page, 'こんばんは')
  const isConnected = socketOpens(ofBroadcaster)
  await ofBroadcaster.goto(`/chat/${caller.id}`)
  await expect(bubble(ofBroadcaster, 'こんばんは')).toBeVisible()
  await isConnected
  return { caller, ofBroadcaster }
}

/** Resolves when the next page has its socket: what is typed before isn't reported. */
const socketOpens = async (page: Page): Promise<void> => {
  const socket = await page.waitForEvent('websocket')
  // Socket.IO's answer to the connection to the default namespace.
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
}

/** Signs in by a request, without the form. */
export const signIn = async (page: Page, person: OwnPerson): Promise<void> => {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const answer = await page.request.post('/api/auth/callback/login', {
    form: { csrfToken, email: person.mail, password: demoPassword, callbackUrl: '/', json: 'true' },
  })
  expect(answer.status()).toBe(200)
}

/** Stands in for a photograph. */
const picture = async (): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name: 'evening.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#e8a24c' } })
    .png()
    .toBuffer(),
})

/** Chooses a picture in the composer; the sheet that shows it is open afterwards. */
export const choosePicture = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles(await picture())
  const sheet = page.getByRole('dialog', { name: /画像を送る/ })
  await expect(sheet.getByRole('img', { name: '送る画像' })).toBeVisible()
  return sheet
}
