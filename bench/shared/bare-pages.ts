import { percentile } from '#bench/bench.ts'
import type { BareQuestion } from '#bench/rings/rings-bare-pages.ts'
import type { MembersBench } from './with-members-app.ts'

/** Delays in milliseconds as they are printed. */
export const shownDelays = (delays: readonly number[]): string =>
  [50, 99, 100].map((percent) => `p${percent} ${percentile(delays, percent).toFixed(1)} ms`).join(', ')

/** The reference for messages to pages: `count` messages from bare `node:http` to one of so many bare WebSockets. */
export const measureBarePages = async (
  bench: MembersBench,
  load: { pages: number; perSec: number; warmUp: number; count: number },
): Promise<number[]> => {
  const bare = bench.start(new URL('../rings/rings-bare.ts', import.meta.url))
  const pages = bench.start(new URL('../rings/rings-bare-pages.ts', import.meta.url))
  const request = <Answer>(question: BareQuestion) => pages.request<Answer>(question)
  await request({ type: 'connect', port: await bare.next<number>(), count: load.pages })
  await request({ type: 'ring', ringsPerSec: load.perSec, count: load.warmUp })
  const delays = await request<number[]>({ type: 'ring', ringsPerSec: load.perSec, count: load.count })
  await Promise.all([bare.end(), pages.end()])
  return delays
}
