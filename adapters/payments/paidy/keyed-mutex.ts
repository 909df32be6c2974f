/** Runs what has the same key one after another; other keys don't wait. */
export const createKeyedMutex = (): (<Result>(
  key: string,
  work: () => Promise<Result>,
) => Promise<Result>) => {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    const leave = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}
