export interface ComposerKey {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  /** Of the native event: the input method is still composing the text. */
  isComposing: boolean
  /** 229 while an input method handles the key; Safari reports it even after the end of the composition. */
  keyCode: number
}

const imeKeyCode = 229

/**
 * Whether a key sends the text. Enter sends on a desktop and begins a new line on a phone; with Ctrl or ⌘ it
 * sends on both. The Enter that ends a 変換 never sends.
 */
export const sendsMessage = (event: ComposerKey, isPhone: boolean): boolean => {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === imeKeyCode) return false
  if (event.shiftKey || event.altKey) return false
  return !isPhone || event.ctrlKey || event.metaKey
}
