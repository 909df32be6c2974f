/** Runs work of one key one after the other, and work of another key beside it. */
export interface KeyedMutex {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export const createKeyedMutex = (): KeyedMutex => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run: (key, work) => {
      const before = tails.get(key)
      // A failure belongs to its caller; the next one runs all the same.
      const done = before ? before.then(work, work) : work()
      const tail = done
        .catch(() => undefined)
        .then(() => {
          if (tails.get(key) === tail) tails.delete(key)
        })
      tails.set(key, tail)
      return done
    },
  }
}
