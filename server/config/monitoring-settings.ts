import * as z from 'zod/mini'
import { type Collector, collectorOf } from '#adapters/monitoring/collector.ts'

/** Where errors of members' browsers are collected; without it the newest stay in the operators' console. */
export const monitoringSettings = {
  SENTRY_DSN: z.optional(z.string().check(z.refine((dsn) => collectorOf(dsn) !== null))),
}

export const monitoringExpectations = { SENTRY_DSN: 'https://鍵@ホスト/番号 の形のDSN' } as const

/** Whose values are never shown. */
export const monitoringSecrets = ['SENTRY_DSN'] as const

const schema = z.object(monitoringSettings)

/** Undefined: the house keeps them itself. */
export const collectorIn = ({ SENTRY_DSN }: z.infer<typeof schema>): Collector | undefined =>
  SENTRY_DSN === undefined ? undefined : (collectorOf(SENTRY_DSN) ?? undefined)
