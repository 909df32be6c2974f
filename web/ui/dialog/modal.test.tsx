// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { Modal } from './modal.tsx'

afterEach(closePages)

/** The backdrop is the dialog itself, outside of what it holds. */
const pressBackdrop = () =>
  act(async () => {
    const dialog = document.querySelector('dialog')
    dialog?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    dialog?.click()
  })

it.each([
  ['closes a modal in which nothing is written', false, 1],
  ['leaves a modal open in which something is written', true, 0],
])('a press on the backdrop %s', async (_, isWritten, closings) => {
  const onClose = vi.fn()
  const page = await openPage(
    <Modal open title="投稿する" isWritten={isWritten} onClose={onClose}>
      本文
    </Modal>,
    { session: memberSession },
  )
  await pressBackdrop()
  expect(onClose).toHaveBeenCalledTimes(closings)
  await page.press('閉じる')
  expect(onClose).toHaveBeenCalledTimes(closings + 1)
})
