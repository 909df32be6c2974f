import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { nothing, success } from '#contract/core/shared.ts'
import { ageBand } from '../purchase.ts'

const bands = z.object({ type: success, bands: z.array(ageBand) })

export const operatorAgeBandsEndpoints = {
  operatorAgeBands: defineEndpoint({
    method: 'POST',
    path: '/api/operator/age-bands',
    access: 'operator',
    summary: 'The monthly limit of purchases by age, youngest first',
    input: nothing,
    output: bands,
    refusals: [],
  }),
  operatorSaveAgeBand: defineEndpoint({
    method: 'POST',
    path: '/api/operator/save-age-band',
    access: 'operator',
    summary: 'Adds the band that begins at an age, or changes its limit; for purchases from now on',
    input: ageBand,
    output: bands,
    refusals: ['ageBandWrong'],
  }),
  operatorRemoveAgeBand: defineEndpoint({
    method: 'POST',
    path: '/api/operator/remove-age-band',
    access: 'operator',
    summary: 'Removes a band; the one before it holds for its ages. The first band stays',
    input: z.object({ fromAge: z.int() }),
    output: bands,
    refusals: ['ageBandNeeded', 'notFound'],
  }),
}
