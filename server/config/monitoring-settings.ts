import * as z from 'zod/mini'
import { type Collector, collectorOf } from '#adapters/monitoring/collector.ts'
import { defineSettings } from './define-settings.ts'

/** Where errors of members' browsers are collected. */
export const monitoringSettings = defineSettings({
  schema: { SENTRY_DSN: z.optional(z.string().check(z.refine((dsn) => collectorOf(dsn) !== null))) },
  expectations: { SENTRY_DSN: 'https://鍵@ホスト/番号 の形のDSN' },
  secrets: ['SENTRY_DSN'],
  read: ({ SENTRY_DSN }): MonitoringSettings => ({
    collector: SENTRY_DSN === undefined ? undefined : (collectorOf(SENTRY_DSN) ?? undefined),
  }),
})

interface MonitoringSettings {
  /** Receives errors of members' browsers; undefined: the operators' console shows the newest. */
  collector: Collector | undefined
}
