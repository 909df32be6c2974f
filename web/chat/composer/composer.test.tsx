// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { Composer } from './composer.tsx'

afterEach(closePages)

const nothing = () => undefined
const photo = new File(['x'], 'photo.png', { type: 'image/png' })
const phonePhoto = new File(['x'], 'IMG_0001.HEIC')
const table = new File(['x'], 'table.pdf', { type: 'application/pdf' })

const opened = async () => {
  const onImage = vi.fn((_file: File): void => undefined)
  await openPage(
    <Composer
      {...{ text: '', onText: nothing, onSend: nothing, onImage, replyTo: null, onReplyOff: nothing }}
      {...{ pricePoints: 0, isPickingSticker: false, onStickers: nothing, onWrite: nothing }}
    />,
    { session: memberSession },
  )
  return onImage
}

it.each([
  ['a picture', [photo], photo],
  ['a picture beside another file', [table, photo], photo],
  ['a phone’s picture of a type that the browser does not know', [phonePhoto], phonePhoto],
  ['no picture', [table], null],
  ['a text', [], null],
])('of what is pasted takes %s, and leaves the rest to the field', async (_, files, taken) => {
  const onImage = await opened()
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files },
  })
  await act(async () => document.querySelector('textarea')?.dispatchEvent(paste))
  expect(onImage.mock.calls).toEqual(taken ? [[taken]] : [])
  expect(paste.defaultPrevented).toBe(taken !== null)
})

it.each([photo, phonePhoto, table])(
  'shows a chosen file of the type “$type”, or says that it can’t',
  async (file) => {
    const onImage = await opened()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [file] })
    await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
    expect(onImage.mock.calls).toEqual([[file]])
  },
)
