import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DeviceChoice } from './device-changes.ts'
import { deviceMemory } from './device-memory.ts'

/** The browser's default output. */
export const defaultOutput = 'default'

const outputsNow = async (): Promise<DeviceChoice[]> => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.enumerateDevices) return []
  try {
    const outputs = (await devices.enumerateDevices()).filter(({ kind }) => kind === 'audiooutput')
    return outputs.map(({ deviceId, label }, index) => ({
      deviceId,
      label: label || `スピーカー ${index + 1}`,
    }))
  } catch {
    return []
  }
}

/**
 * The loudspeakers to choose from. The list is empty where the browser allows no choice, or where there is
 * only one. The first output is the one chosen last; `onGone` is called when the one in use is pulled out and
 * the sound continues on the default output.
 */
export const useOutputs = (element: HTMLMediaElement, onGone: () => void) => {
  const [outputs, setOutputs] = useState<DeviceChoice[]>([])
  const [chosenId, setChosenId] = useState(defaultOutput)
  const chosen = useRef(defaultOutput)
  const canChoose = 'setSinkId' in HTMLMediaElement.prototype
  const lead = useCallback(
    async (deviceId: string): Promise<boolean> => {
      try {
        await element.setSinkId(deviceId === defaultOutput ? '' : deviceId)
        chosen.current = deviceId
        setChosenId(deviceId)
        return true
      } catch {
        return false
      }
    },
    [element],
  )
  const reportGone = useEffectEvent(() => onGone())
  useEffect(() => {
    if (!canChoose) return
    let isOver = false
    const has = (found: readonly DeviceChoice[], id: string | null) =>
      found.some(({ deviceId }) => deviceId === id)
    const look = async () => {
      const found = await outputsNow()
      if (isOver) return
      setOutputs(found.length > 1 ? found : [])
      const remembered = deviceMemory.chosen('speaker')
      const isGone = chosen.current !== defaultOutput && !has(found, chosen.current)
      if (isGone && (await lead(defaultOutput))) reportGone()
      else if (remembered && chosen.current !== remembered && has(found, remembered)) await lead(remembered)
    }
    const onChange = () => void look()
    onChange()
    navigator.mediaDevices?.addEventListener('devicechange', onChange)
    return () => {
      isOver = true
      navigator.mediaDevices?.removeEventListener('devicechange', onChange)
    }
  }, [canChoose, lead])
  const choose = async (deviceId: string): Promise<boolean> => {
    const isDone = await lead(deviceId)
    if (isDone) deviceMemory.remember('speaker', deviceId)
    return isDone
  }
  const selectOutput = selectAudioOutputOf(navigator.mediaDevices)
  /** The browser's own list, where it shows the outputs only there. */
  const pick = async (): Promise<boolean> => {
    try {
      const picked = await selectOutput?.()
      return picked !== undefined && (await choose(picked.deviceId))
    } catch {
      // The member chose none.
      return false
    }
  }
  return { outputs, chosenId, choose, pick: canChoose && selectOutput ? pick : null }
}

/** Not in TypeScript's library (Audio Output Devices API); only some browsers have it. */
const selectAudioOutputOf = (
  devices: MediaDevices | undefined,
): (() => Promise<{ deviceId: string }>) | null =>
  devices && 'selectAudioOutput' in devices && typeof devices.selectAudioOutput === 'function'
    ? devices.selectAudioOutput.bind(devices)
    : null
