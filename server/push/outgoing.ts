/** Limits concurrent requests to push services; a host that hangs delays only its own. */
interface Outgoing {
  run<Result>(host: string, work: () => Promise<Result>): Promise<Result>
}

interface Waiting {
  host: string
  start: () => void
}

export const createOutgoing = ({ max, maxPerHost }: { max: number; maxPerHost: number }): Outgoing => {
  const busy = new Map<string, number>()
  const waiting: Waiting[] = []
  let running = 0
  const isFree = ({ host }: Waiting) => running < max && (busy.get(host) ?? 0) < maxPerHost
  const count = (host: string, change: 1 | -1) => {
    running += change
    const left = (busy.get(host) ?? 0) + change
    if (left > 0) busy.set(host, left)
    else busy.delete(host)
  }
  /** Starts the request that has waited longest among those whose host is free. */
  const startNext = () => {
    const index = waiting.findIndex(isFree)
    if (index < 0) return
    const [next] = waiting.splice(index, 1)
    if (!next) return
    count(next.host, 1)
    next.start()
  }
  return {
    run: async (host, work) => {
      await new Promise<void>((resolve) => {
        waiting.push({ host, start: resolve })
        startNext()
      })
      try {
        return await work()
      } finally {
        count(host, -1)
        startNext()
      }
    },
  }
}
