// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { keepInstallOffer } from '#web/shell/offline/install-offer.ts'
import { InstallRow } from './install-row.tsx'

beforeAll(keepInstallOffer)
beforeEach(() => localStorage.clear())
afterEach(async () => {
  await closePages()
  dispatchEvent(new Event('appinstalled'))
})

const offerOfBrowser = () => {
  const prompt = vi.fn(() => Promise.reject(new Error('refused')))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(event)
  return { event, prompt }
}

const open = () => openPage(<InstallRow />, { session: memberSession })
const hasRow = () => document.body.textContent.includes('アプリとして追加')

it("shows the browser's own dialog at a press, and no offer afterwards", async () => {
  const { event, prompt } = offerOfBrowser()
  expect(event.defaultPrevented).toBe(true)
  const page = await open()
  expect(hasRow()).toBe(true)
  expect(prompt).not.toHaveBeenCalled()
  await page.press('追加する')
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(hasRow()).toBe(false)
})

it('is offered after one call alone, whether it was taken or not', async () => {
  offerOfBrowser()
  await open()
  expect(hasRow()).toBe(true)
  const stored = { ...localStorage }
  await closePages()
  Object.assign(localStorage, stored)
  await open()
  expect(hasRow()).toBe(false)
})

it('is not offered where the browser has not said that it can, or has it already', async () => {
  await open()
  expect(hasRow()).toBe(false)
  expect(localStorage.length).toBe(0)
  await closePages()
  offerOfBrowser()
  dispatchEvent(new Event('appinstalled'))
  await open()
  expect(hasRow()).toBe(false)
})
