import path from 'node:path'
import * as z from 'zod/mini'
import { defineSettings } from './define-settings.ts'

const portMax = 65_535
const shutdownNoticeSecMax = 120
/** Proxies ask every few seconds. */
const shutdownNoticeSecDefault = 5
const text = z.string().check(z.minLength(1))
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(portMax))

/** The process itself: addresses, folders, the database, figures and the log. */
export const serverSettings = defineSettings({
  schema: {
    /** HTTP port; 0 picks a free one. */
    PORT: z._default(port, 3000),
    /** Address the HTTP server listens on. */
    HOST: z._default(text, '0.0.0.0'),
    /** Folder of the embedded database, images and secrets. */
    DATA_DIR: z._default(text, '.data'),
    /** An outside PostgreSQL instead of the embedded one. */
    DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
    /** The origin in members' address bars when a proxy is in front; without it, it follows from PORT. */
    PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
    /** `production` or `development`. */
    NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'production'),
    /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
    TRUSTED_PROXY_HOPS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(5)), 0),
    /**
     * Signs tokens and cookies of members, 32 bytes or more. Processes on one database share it. Without it, one is
     * generated below DATA_DIR.
     */
    APP_SECRET: z.optional(z.string().check(z.minLength(32))),
    /** Where the other processes on the same database reach this one; without it: this machine's loopback. */
    NODE_URL: z.optional(z.url({ protocol: /^https?$/ })),
    /** Where Prometheus reads figures (GET /metrics); 0 picks a free port. Without it there are no figures. */
    METRICS_PORT: z.optional(port),
    /** Address the metrics server listens on; by default this machine alone. */
    METRICS_HOST: z._default(text, '127.0.0.1'),
    /**
     * Members' pages come rendered when the process has time for it (`idle`), or are filled by their scripts (`never`).
     * `always` is for tests: it has no limits.
     */
    MEMBER_PAGES: z._default(z.enum(['idle', 'never', 'always']), 'idle'),
    /** How long /api/ready shows a SIGTERM before the port closes; by default 5 in production, else 0. */
    SHUTDOWN_NOTICE_SECONDS: z.optional(
      z.coerce.number().check(z.minimum(0), z.maximum(shutdownNoticeSecMax)),
    ),
    /** Megabytes that have to be free where DATA_DIR is; with less the disk counts as full. */
    DISK_FREE_MIN_MB: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 100),
    LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warning', 'info', 'debug']), 'info'),
  },
  expectations: {
    PORT: '0〜65535の整数',
    DATABASE_URL: 'postgres://… の形のURL',
    PUBLIC_URL: 'https://… の形のURL',
    NODE_ENV: 'production、development、test のどれか',
    TRUSTED_PROXY_HOPS: '0〜5の整数',
    APP_SECRET: '32文字以上の文字列',
    NODE_URL: 'http://… の形のURL',
    METRICS_PORT: '0〜65535の整数',
    MEMBER_PAGES: 'idle、never、always のどれか',
    SHUTDOWN_NOTICE_SECONDS: `0〜${shutdownNoticeSecMax}の秒数`,
    DISK_FREE_MIN_MB: '0以上の整数',
    LOG_LEVEL: 'silent、error、warning、info、debug のどれか',
  },
  // The database's URL holds its password.
  secrets: ['DATABASE_URL', 'APP_SECRET'],
  read: (value): ServerSettings => ({
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    mode: value.NODE_ENV,
    trustedProxyHops: value.TRUSTED_PROXY_HOPS,
    appSecret: value.APP_SECRET,
    nodeUrl: value.NODE_URL,
    metrics:
      value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    memberPages: value.MEMBER_PAGES,
    shutdownNoticeMs:
      1_000 *
      (value.SHUTDOWN_NOTICE_SECONDS ?? (value.NODE_ENV === 'production' ? shutdownNoticeSecDefault : 0)),
    diskFreeBytesMin: value.DISK_FREE_MIN_MB * 1_000_000,
    logLevel: value.LOG_LEVEL,
  }),
})

interface ServerSettings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  mode: 'production' | 'development' | 'test'
  trustedProxyHops: number
  appSecret: string | undefined
  nodeUrl: string | undefined
  /** Where figures are read; undefined: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** When members' pages come rendered. */
  memberPages: 'idle' | 'never' | 'always'
  /** The time from SIGTERM, which /api/ready shows at once, until the port closes. */
  shutdownNoticeMs: number
  /** With less free space where `dataDir` is, the disk counts as full. */
  diskFreeBytesMin: number
  logLevel: 'silent' | 'error' | 'warning' | 'info' | 'debug'
}
