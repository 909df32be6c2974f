import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

/** Between tries where the browser doesn't notice that the network is back. */
const tryAgainMs = 10_000

type Load = () => Promise<{ Component: ComponentType }>

/**
 * A screen whose code couldn't be loaded: `Failed` is in its place, with the tabs around it, until the code arrives. It
 * is tried again with the network, from time to time, and by a press.
 */
export const recovering =
  (load: Load, Failed: ComponentType<{ retry: () => Promise<boolean> }>): Load =>
  async () => {
    try {
      return await load()
    } catch {
      // One component for this failure: it keeps its state from one rendering to the next.
      return { Component: Recovering.bind(null, { load, Failed }) }
    }
  }

const Recovering = ({
  load,
  Failed,
}: {
  load: Load
  Failed: ComponentType<{ retry: () => Promise<boolean> }>
}) => {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const attempt = async (): Promise<boolean> => {
    try {
      const { Component } = await load()
      setLoaded(() => Component)
      return true
    } catch {
      return false
    }
  }
  const attemptNow = useEffectEvent(() => void attempt())
  useEffect(() => {
    if (Loaded) return
    const again = () => attemptNow()
    addEventListener('online', again)
    const timer = setInterval(again, tryAgainMs)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [Loaded])
  return Loaded ? <Loaded /> : <Failed retry={attempt} />
}
