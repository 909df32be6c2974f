// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { galleryPicturesMax } from '#contract/gallery/gallery.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { DeliverModal } from './deliver-modal.tsx'

const uploads = vi.hoisted(() => ({ answers: [] as unknown[] }))
vi.mock('#web/images/upload-image.ts', () => ({ uploadImage: async () => uploads.answers.shift() }))
afterEach(closePages)

const sent = { type: 'success', imageId: 'a'.repeat(32) }
const lost = { type: 'error', code: 'serverFailure', message: '送信できませんでした' }

const opened = async (...answers: unknown[]) => {
  uploads.answers = answers
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  const page = await openPage(<DeliverModal requestId="0f8fad5b" onClose={() => undefined} />, {
    session: memberSession,
  })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = answers.map((_, index) => new File(['x'], `${index}.jpg`, { type: 'image/jpeg' }))
  Object.defineProperty(input, 'files', { value: files })
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
  const delivered = () => page.requests.filter(({ path }) => path.includes('deliver'))
  return { ...page, delivered }
}

it('delivers nothing while a picture that is shown could not be sent', async () => {
  const page = await opened(sent, lost)
  await page.until(() => expect(document.body.textContent).toContain('送信できませんでした'))
  await page.press('この方に届ける')
  await page.until(() => expect(document.body.textContent).toContain('送信できなかった画像があります'))
  expect(page.delivered()).toEqual([])
})

it('says how many pictures it takes when more are chosen', async () => {
  await opened(...Array.from({ length: galleryPicturesMax + 1 }, () => sent))
  const said = [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)
  expect(said).toEqual([`画像は${galleryPicturesMax}枚までです。`])
})

it('delivers what was sent', async () => {
  const page = await opened(sent)
  await page.press('この方に届ける')
  await page.until(() => expect(page.delivered()).toHaveLength(1))
})
