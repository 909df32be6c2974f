import { useEffect, useState } from 'react'
import { deviceMemory } from '#web/calls/media/device-memory.ts'
import { acquireLocalMedia, stopTracks } from '#web/calls/media/local-media.ts'
import { openStudioMedia, type StudioMedia } from './studio-media.ts'

export interface StudioDevices {
  /** Null until the browser has opened the devices. */
  media: StudioMedia | null
  /** Asks for the devices again. */
  retry(): void
}

/** The page's own camera and microphone while they are wanted. */
export const useStudioMedia = (isWanted: boolean): StudioDevices => {
  const [attempt, setAttempt] = useState(0)
  const [media, setMedia] = useState<StudioMedia | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the devices anew
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let opened: StudioMedia | null = null
    const open = async () => {
      const local = await acquireLocalMedia('video', deviceMemory.switches())
      if (isOver) return stopTracks(local.stream)
      opened = openStudioMedia(local)
      setMedia(opened)
    }
    void open()
    return () => {
      isOver = true
      opened?.close()
      setMedia(null)
    }
  }, [isWanted, attempt])
  return { media, retry: () => setAttempt((before) => before + 1) }
}
