/** P7: 2,000 running calls, charged by three processes of which one is killed. Every increment must be charged once. */
import type { Bench } from '#bench/bench.ts'
import { withBenchServer } from '#bench/shared/postgres.ts'
import { measureBilling } from './billing-measure.ts'

export const bench: Bench = (print) =>
  withBenchServer((server) => measureBilling(server, print, { of: 'calls', latenessBarMs: 200 }))
