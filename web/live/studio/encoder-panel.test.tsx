// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { EncoderPanel } from './encoder-panel.tsx'

afterEach(closePages)

const streamKey = 'k'.repeat(43)
const url = 'https://koyoi.example/api/media/whip/live'

const open = (madeAt: string | null) =>
  openPage(<EncoderPanel />, {
    session: memberSession,
    answers: {
      '/api/get-stream-key': { body: { type: 'success', url, madeAt } },
      '/api/replace-stream-key': { body: { type: 'success', url, streamKey } },
      '/api/revoke-stream-key': { body: { type: 'success' } },
    },
  })

const values = () => [...document.querySelectorAll('input')].map(({ value }) => value)
const names = () => buttonsOf().map(nameOf)

it('shows the address, and a key once, when it is made', async () => {
  const page = await open(null)
  await page.until(() => expect(values()).toEqual([url]))
  expect(names()).toEqual(['サーバーをコピー', 'ストリームキーを発行'])
  await page.press('ストリームキーを発行')
  await page.until(() => expect(values()).toEqual([url, streamKey]))
  await closePages()
  const again = await open('2026-11-23T12:00:00.000Z')
  await again.until(() => expect(document.body.textContent).toContain('発行済みです'))
  expect(values()).toEqual([url])
})

it.each([
  ['作り直す', '/api/replace-stream-key', [url, streamKey]],
  ['無効にする', '/api/revoke-stream-key', [url]],
])('%s asks first, because the encoder is disconnected', async (name, path, shown) => {
  const page = await open('2026-11-23T12:00:00.000Z')
  await page.until(() => expect(names()).toContain(name))
  await page.press(name)
  await page.until(() => expect(document.querySelector('dialog')?.textContent).toContain('接続は切れます'))
  const wasAsked = () => page.requests.some((requests) => requests.path === path)
  expect(wasAsked()).toBe(false)
  await page.press(name)
  await page.until(() => expect(wasAsked()).toBe(true))
  await page.until(() => expect(values()).toEqual(shown))
})
