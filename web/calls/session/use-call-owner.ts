import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type CallOwner, type HeldCall, heldCall } from './held-call.ts'

/** React's second mount in development comes later than a microtask. */
const beforePaint = (go: () => void): void => {
  if (process.env.NODE_ENV === 'development') setTimeout(go)
  else queueMicrotask(go)
}

/**
 * One owner for each mounted screen; React's double mount in development creates only one. A screen that is
 * opened again continues with its held call; one that is left holds its running call.
 * @param heldAs the running call of this owner; null when there is none, and leaving disposes of the owner
 */
export const useCallOwner = <Owner extends CallOwner>(
  screenKey: string,
  make: () => Owner,
  heldAs: (owner: Owner) => HeldCall | null,
): Owner | null => {
  const [owner, setOwner] = useState(() => (heldCall.of(screenKey)?.owner as Owner | undefined) ?? null)
  const current = useRef(owner)
  const begin = useEffectEvent(make)
  const held = useEffectEvent(heldAs)
  const handedOver = useEffectEvent(() => heldCall.of(screenKey)?.owner as Owner | undefined)
  // A layout effect: the element that plays the partner moves between screen and bar without a pause.
  useLayoutEffect(() => {
    let isLeft = false
    // A screen that this one replaces holds its call only now, after this one was rendered for the first time.
    current.current ??= handedOver() ?? null
    setOwner(current.current)
    if (current.current && heldCall.store.get()?.owner === current.current) heldCall.release()
    if (!current.current)
      beforePaint(() => {
        if (isLeft) return
        const made = begin()
        current.current = made
        setOwner(made)
        made.start()
      })
    return () => {
      isLeft = true
      const left = current.current
      const running = left && held(left)
      if (running) return heldCall.hold(running)
      left?.dispose()
      current.current = null
    }
  }, [])
  return owner
}
