interface SharedReadsOptions {
  /** How long an answer is shared, in milliseconds. */
  lastsMs: number
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
}

/** Answers that are the same for every viewer, shared for a moment. */
export interface SharedReads {
  /**
   * The answer of this key: the one that is kept, the one on its way, or that of `load`. A failure goes to everybody who
   * waits for it, and is not kept. What depends on the viewer has no place in it.
   */
  read<Value>(key: string, load: () => Promise<Value>): Promise<Value>
}

/** More keys than the product has; a fault that made keys from what clients send must not fill the memory. */
const keysMax = 200

/** Keeps public answers, so that a flood of requests costs the database one query every `lastsMs`. */
export const createSharedReads = ({
  lastsMs,
  clock = () => performance.now(),
}: SharedReadsOptions): SharedReads => {
  const kept = new Map<string, { answer: Promise<unknown>; untilMs: number }>()
  return {
    read: <Value>(key: string, load: () => Promise<Value>) => {
      const known = kept.get(key)
      if (known && clock() < known.untilMs) return known.answer as Promise<Value>
      const answer = load()
      const entry = { answer, untilMs: Number.POSITIVE_INFINITY }
      kept.delete(key)
      if (kept.size < keysMax) kept.set(key, entry)
      const settled = (untilMs: number) => {
        entry.untilMs = untilMs
      }
      answer.then(
        () => settled(clock() + lastsMs),
        () => settled(Number.NEGATIVE_INFINITY),
      )
      return answer
    },
  }
}
