import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { points, success } from '#contract/core/shared.ts'

const baseDateReport = z.object({
  /** Japanese days, YYYY-MM-DD. */
  baseDate: z.string(),
  periodStart: z.string(),
  openingPoints: points,
  issuedPoints: points,
  usedPoints: points,
  returnedPoints: points,
  expiredPoints: points,
  takenBackPoints: points,
  unusedPoints: points,
  overduePoints: points,
  holders: z.int(),
  checkpointHash: z.nullable(z.string()),
})

export const operatorBaseDateEndpoints = {
  operatorBaseDateReport: defineEndpoint({
    method: 'POST',
    path: '/api/operator/base-date-report',
    access: 'operator',
    summary: 'Unused paid points as of the end of a prepaid base date (31 March, 30 September)',
    input: z.object({ baseDate: z.iso.date() }),
    output: z.object({ type: success, report: baseDateReport }),
    refusals: ['baseDateUnknown', 'baseDateAhead'],
  }),
}
