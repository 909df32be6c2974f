import { useEffect, useEffectEvent, useState } from 'react'
import type { TimelineRow } from '../timeline/timeline-row.ts'

/** How long the target of a jump stays marked. */
const markedMs = 1_800
/** Messages shown below one that has to be loaded. */
const loadedBelow = 12

const indexOf = (rows: readonly TimelineRow[], seq: number): number =>
  rows.findIndex((row) => row.kind === 'message' && row.message.seq === seq)

/**
 * Jumps to a message by its seq, and marks it for a moment; one that isn't loaded is loaded first.
 * @param wantedSeq 0 for none
 * @returns the seq of the marked message, 0 for none
 */
export const useJump = (
  rows: readonly TimelineRow[],
  wantedSeq: number,
  on: { load: (beforeSeq: number) => void; arrive: (index: number) => void },
): number => {
  const [markedSeq, setMarkedSeq] = useState(0)
  const index = wantedSeq === 0 ? -1 : indexOf(rows, wantedSeq)
  const isMissing = wantedSeq > 0 && index < 0

  const load = useEffectEvent(() => on.load(wantedSeq + loadedBelow))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message that is wanted is loaded
  useEffect(() => {
    if (isMissing) load()
  }, [isMissing, wantedSeq])

  const arrive = useEffectEvent(() => {
    setMarkedSeq(wantedSeq)
    on.arrive(index)
  })
  useEffect(() => {
    if (index >= 0) arrive()
  }, [index])

  useEffect(() => {
    if (markedSeq === 0) return
    const timer = setTimeout(() => setMarkedSeq(0), markedMs)
    return () => clearTimeout(timer)
  }, [markedSeq])

  return markedSeq
}
