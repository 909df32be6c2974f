import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, nothing, success } from '#contract/core/shared.ts'

/** As many of the newest as are kept. */
export const clientErrorsMax = 200

export const clientError = z.object({
  id: z.int(),
  at: instant,
  /** TypeError, ChunkLoadError … */
  type: z.string(),
  message: z.string(),
  /** The screen's path, without whom or what it was about. */
  place: z.string(),
  /** Innermost first; empty when the browser reported none. */
  frames: z.array(z.string()),
  /** As people call it: iPhoneのSafari. */
  device: z.string(),
})
export type ClientError = z.infer<typeof clientError>

export const operatorClientErrorsEndpoints = {
  operatorClientErrors: defineEndpoint({
    method: 'POST',
    path: '/api/operator/client-errors',
    access: 'operator',
    summary: "The newest errors of members' browsers, kept where no collector is configured",
    input: nothing,
    output: z.object({ type: success, isKept: z.boolean(), errors: z.array(clientError) }),
    refusals: [],
  }),
}
