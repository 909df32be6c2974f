// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { PictureField } from './picture-field.tsx'

const uploads = vi.hoisted(() => ({ finish: [] as ((image: unknown) => void)[] }))
vi.mock('#web/images/upload-image.ts', () => ({
  uploadImage: () => new Promise((resolve) => uploads.finish.push(resolve)),
}))
afterEach(closePages)

it('tells its form as long as a picture is being sent', async () => {
  const told: boolean[] = []
  await openPage(
    <PictureField imageIds={[]} max={2} onChange={() => undefined} onBusy={(isBusy) => told.push(isBusy)} />,
    { session: memberSession },
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] })
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
  expect(told).toEqual([false, true])
  await act(async () => uploads.finish[0]?.({ type: 'success', imageId: 'a'.repeat(32) }))
  expect(told).toEqual([false, true, false])
})
