/**
 * 2,000 visits of one live room, charged by three processes of which one is killed: each charge pays the same
 * broadcaster. Every increment must be charged once.
 */
import type { Bench } from '#bench/bench.ts'
import { withBenchServer } from '#bench/shared/postgres.ts'
import { measureBilling } from './billing-measure.ts'

export const bench: Bench = (print) =>
  withBenchServer((server) => measureBilling(server, print, { of: 'visits', latenessBarMs: 300 }))
