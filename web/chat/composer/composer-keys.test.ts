import { expect, it } from 'vitest'
import { type ComposerKey, sendsMessage } from './composer-keys.ts'

const enter: ComposerKey = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
}

it.each([
  ['Enter', enter, { desktop: true, phone: false }],
  ['Enter with Ctrl', { ...enter, ctrlKey: true }, { desktop: true, phone: true }],
  ['Enter with ⌘', { ...enter, metaKey: true }, { desktop: true, phone: true }],
  ['Enter with Shift', { ...enter, shiftKey: true }, { desktop: false, phone: false }],
  [
    'the Enter that ends a 変換',
    { ...enter, isComposing: true, keyCode: 229 },
    { desktop: false, phone: false },
  ],
  [
    "Safari's Enter after its 変換 has ended",
    { ...enter, isComposing: false, keyCode: 229 },
    { desktop: false, phone: false },
  ],
  ['a letter', { ...enter, key: 'a', keyCode: 65 }, { desktop: false, phone: false }],
])('%s', (_, event, sends) => {
  expect(sendsMessage(event, false)).toBe(sends.desktop)
  expect(sendsMessage(event, true)).toBe(sends.phone)
})
