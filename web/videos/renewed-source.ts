import { useRef, useState } from 'react'

/** One video is heard at a time. */
let playing: HTMLVideoElement | null = null
export const playAlone = (player: HTMLVideoElement) => {
  if (playing !== player) playing?.pause()
  playing = player
}

interface Place {
  time: number
  isPlaying: boolean
}

/** A player whose address ends while a page is open: then it asks for another one and continues at the same second. */
export const useRenewedSource = (first: string, renew: () => Promise<string | null>) => {
  const element = useRef<HTMLVideoElement>(null)
  const [source, setSource] = useState(first)
  const resumeAt = useRef<Place | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const repair = async () => {
    const player = element.current
    if (!player || resumeAt.current) return setIsFailed(true)
    resumeAt.current = { time: player.currentTime, isPlaying: !player.paused || player.currentTime > 0 }
    const address = await renew()
    if (address === null || address === source) setIsFailed(true)
    else setSource(address)
  }
  const goOn = () => {
    const [player, place] = [element.current, resumeAt.current]
    if (!player || !place) return
    player.currentTime = place.time
    if (place.isPlaying) void player.play().catch(() => {})
    resumeAt.current = null
  }
  const tryAgain = () => {
    setIsFailed(false)
    resumeAt.current = null
    void repair()
    element.current?.load()
  }
  return { element, source, isFailed, repair, goOn, tryAgain }
}
