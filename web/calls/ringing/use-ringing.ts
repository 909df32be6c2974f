import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { showHiddenRing } from '#web/push/hidden-ring.ts'
import { startTitleBlink } from '#web/shell/navigation/title-blink.ts'
import { type Ringtone, startRingtone, startVibration, type TuneName } from './ringtone.ts'

const channelName = 'koyoi-ring-sound'
/** The connections of a call come up first: to begin a sound takes the device as long as they do. */
const soundAfterMs = 250

/**
 * One tab of this browser sounds at a time, the one that began last: a ring that is opened in a second tab
 * isn't heard twice.
 * @param onOther another tab has begun to sound
 * @returns a function that stops listening
 */
const beginSounding = (onOther: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', onOther)
  channel.postMessage('begun')
  return () => channel.close()
}

/**
 * Rings while `tune` is given. `isBlocked`: the browser needs a touch first; call `unblock` in that touch.
 */
export const useRinging = (tune: TuneName | null): { isBlocked: boolean; unblock: () => void } => {
  const ringtone = useRef<Ringtone | null>(null)
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    if (!tune) return
    const isIncoming = tune === 'incoming'
    let stopVibration: (() => void) | undefined
    const begin = () => {
      ringtone.current = startRingtone(tune, setIsBlocked)
      if (isIncoming) stopVibration = startVibration()
    }
    // A page that was never touched begins no sound, and says at once what to do about that.
    const isSilent = navigator.userActivation?.hasBeenActive === false
    if (isSilent) begin()
    const timer = isSilent ? undefined : setTimeout(begin, soundAfterMs)
    const stop = () => {
      clearTimeout(timer)
      ringtone.current?.stop()
      ringtone.current = null
      stopVibration?.()
      setIsBlocked(false)
    }
    const stopListening = isIncoming ? beginSounding(stop) : undefined
    return () => {
      stopListening?.()
      stop()
    }
  }, [tune])
  return { isBlocked, unblock: () => ringtone.current?.unblock() }
}

/** Shows a system notification for a call that rings here while the page is hidden; null when none does. */
export const useHiddenRing = (call: CallSnapshot | null): void => {
  const show = useEffectEvent(() => (call ? showHiddenRing(call) : undefined))
  const callId = call?.callId
  useEffect(() => (callId === undefined ? undefined : show()), [callId])
}

/** Blinks the tab's title while `text` is given. */
export const useTitleBlink = (text: string | null): void => {
  useEffect(() => (text === null ? undefined : startTitleBlink(text)), [text])
}
