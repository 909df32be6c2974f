import path from 'node:path'
import * as z from 'zod/mini'

const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), fallback)

/** Every setting of the product, read once at start. A wrong value stops the start with a sentence naming it. */
const settings = z.object({
  /** HTTP port; 0 picks a free one. */
  PORT: port(3000),
  /** Address the HTTP server listens on. */
  HOST: z._default(z.string().check(z.minLength(1)), '0.0.0.0'),
  /** Folder of the embedded database, images and secrets. */
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  /** An outside PostgreSQL instead of the embedded one. */
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** The origin people type, when a proxy stands in front; else taken from PORT. */
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  /** The one UDP port of the media server; 0 picks a free one. */
  MEDIA_UDP_PORT: port(40_100),
  /** Address the media server listens on. */
  MEDIA_BIND_ADDRESS: z._default(z.string().check(z.minLength(1)), '0.0.0.0'),
  /** Demo people and participants; on by default only where neither a database nor a public address says production. */
  DEMO: z.optional(z.stringbool()),
  /** `production` or `development`. */
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'production'),
  /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
  TRUSTED_PROXY_HOPS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(5)), 0),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'info', 'debug']), 'info'),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  mediaUdpPort: number
  mediaBindAddress: string
  demo: boolean
  mode: 'production' | 'development' | 'test'
  trustedProxyHops: number
  logLevel: 'silent' | 'error' | 'info' | 'debug'
}

/** A setting that can't be used; the message names it and says what fits. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const expectations: Partial<Record<keyof z.infer<typeof settings>, string>> = {
  PORT: '0〜65535の整数',
  MEDIA_UDP_PORT: '0〜65535の整数',
  DATABASE_URL: 'postgres://… の形のURL',
  PUBLIC_URL: 'https://… の形のURL',
  DEMO: 'true か false',
  NODE_ENV: 'production、development、test のどれか',
  TRUSTED_PROXY_HOPS: '0〜5の整数',
  LOG_LEVEL: 'silent、error、info、debug のどれか',
}

/** Reads the settings. Empty values count as unset. Refuses with `ConfigError`. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? '')
    const expected = expectations[name as keyof typeof expectations] ?? '空でない文字列'
    // A database's address holds its password.
    const shown = name === 'DATABASE_URL' ? '' : ` "${given[name]}" `
    throw new ConfigError(`設定 ${name} の値${shown}は使えません（${expected}にしてください）。`)
  }
  const value = parsed.data
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    mediaUdpPort: value.MEDIA_UDP_PORT,
    mediaBindAddress: value.MEDIA_BIND_ADDRESS,
    demo: value.DEMO ?? (value.DATABASE_URL === undefined && value.PUBLIC_URL === undefined),
    mode: value.NODE_ENV,
    trustedProxyHops: value.TRUSTED_PROXY_HOPS,
    logLevel: value.LOG_LEVEL,
  }
}
