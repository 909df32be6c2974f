import type { KeyboardEvent } from 'react'

/** The Enter that ends a 変換 submits nothing; Safari marks it only by the key code. */
export const stopEnterOfConversion = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
    event.preventDefault()
}
