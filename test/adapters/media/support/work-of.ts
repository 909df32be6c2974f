/** Nothing that a client sends may occupy the media process for longer: it forwards everybody's packets meanwhile. */
export const workMsMax = 5

const runsPerBatch = 8
const batchesMax = 5

/**
 * An upper bound of the milliseconds for which `work` occupies a processor, in a way that other processes don't
 * disturb. One run by the clock is enough where it is short: processor time is never more than that. Where it isn't,
 * the clock may have counted other processes, a compilation or a garbage collection. Then the work is done again in
 * batches, by the processor time of this thread, and the least average of the batches counts.
 *
 * @param prepare makes what one run needs; not measured
 * @param enoughMs no further run is made after one that is shorter
 */
export const workMsOf = <Input>(
  prepare: () => Input,
  work: (input: Input) => void,
  enoughMs = workMsMax,
): number => {
  const first = prepare()
  const startedAt = performance.now()
  work(first)
  let leastMs = performance.now() - startedAt
  for (let batch = 0; batch < batchesMax && leastMs > enoughMs; batch++) {
    const inputs = Array.from({ length: runsPerBatch }, prepare)
    const before = process.threadCpuUsage()
    for (const input of inputs) work(input)
    const { user, system } = process.threadCpuUsage(before)
    leastMs = Math.min(leastMs, (user + system) / 1_000 / runsPerBatch)
  }
  return leastMs
}
