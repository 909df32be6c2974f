import type { KeyboardEvent } from 'react'

/** An Enter that ends 変換 sends nothing; Safari tells only by the key code. */
export const stopEnterOfConversion = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
    event.preventDefault()
}
