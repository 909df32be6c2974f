import { type RefObject, useCallback, useEffect, useState } from 'react'

export interface Output {
  deviceId: string
  label: string
}

const outputsNow = async (): Promise<Output[]> => {
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

/** Where the sound goes. Empty where the browser lets nobody choose, or where there is nothing to choose between. */
export const useOutputs = (element: RefObject<HTMLMediaElement | null>) => {
  const [outputs, setOutputs] = useState<Output[]>([])
  const [chosenId, setChosenId] = useState('default')
  const canChoose = 'setSinkId' in HTMLMediaElement.prototype
  useEffect(() => {
    if (!canChoose) return
    let isOver = false
    const look = () => {
      void outputsNow().then((found) => {
        if (!isOver) setOutputs(found.length > 1 ? found : [])
      })
    }
    look()
    navigator.mediaDevices?.addEventListener('devicechange', look)
    return () => {
      isOver = true
      navigator.mediaDevices?.removeEventListener('devicechange', look)
    }
  }, [canChoose])
  const choose = useCallback(
    async (deviceId: string): Promise<boolean> => {
      try {
        await element.current?.setSinkId(deviceId)
        setChosenId(deviceId)
        return true
      } catch {
        return false
      }
    },
    [element],
  )
  return { outputs, chosenId, choose }
}
