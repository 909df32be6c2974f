// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { PictureField } from './picture-field.tsx'

const uploads = vi.hoisted(() => ({ finish: [] as ((image: unknown) => void)[] }))
vi.mock('#web/images/upload-image.ts', () => ({
  uploadImage: () => new Promise((resolve) => uploads.finish.push(resolve)),
}))
afterEach(async () => {
  await closePages()
  uploads.finish = []
})

const choose = (...names: string[]) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    const files = names.map((name) => new File(['x'], name, { type: 'image/jpeg' }))
    Object.defineProperty(input, 'files', { value: files })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })

it('says how many pictures it takes when more are chosen', async () => {
  await openPage(<PictureField imageIds={[]} max={2} onChange={() => undefined} onBusy={() => undefined} />, {
    session: memberSession,
  })
  await choose('a.jpg', 'b.jpg', 'c.jpg')
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('写真は2枚までです。')
  expect(uploads.finish).toHaveLength(1)
})

it('tells its form as long as a picture is being sent', async () => {
  const told: boolean[] = []
  await openPage(
    <PictureField imageIds={[]} max={2} onChange={() => undefined} onBusy={(isBusy) => told.push(isBusy)} />,
    { session: memberSession },
  )
  await choose('a.jpg')
  expect(told).toEqual([false, true])
  await act(async () => uploads.finish[0]?.({ type: 'success', imageId: 'a'.repeat(32) }))
  expect(told).toEqual([false, true, false])
})
