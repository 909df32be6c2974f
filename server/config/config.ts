import { isIP, isIPv4, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import type { SmtpSettings } from '#adapters/mail/smtp.ts'
import type { Collector } from '#adapters/monitoring/collector.ts'
import type { TwilioSettings } from '#adapters/sms/twilio.ts'
import type { S3Settings } from '#adapters/storage/s3.ts'
import {
  type AudienceSettings,
  audienceExpectations,
  audienceSecrets,
  audienceSettings,
  audienceSettingsIn,
} from './audience-settings.ts'
import { ConfigError } from './config-error.ts'
import {
  type GoogleSettings,
  googleExpectations,
  googleSecrets,
  googleSettings,
  googleSettingsIn,
} from './google-settings.ts'
import { mailExpectations, mailSecrets, mailSettings, smtpSettingsIn } from './mail-settings.ts'
import { moneySettings } from './money-settings.ts'
import {
  collectorIn,
  monitoringExpectations,
  monitoringSecrets,
  monitoringSettings,
} from './monitoring-settings.ts'
import {
  type PaymentServices,
  paymentExpectations,
  paymentSecrets,
  paymentServicesIn,
  paymentSettings,
} from './payment-settings.ts'
import {
  type PushSettings,
  pushExpectations,
  pushSecrets,
  pushSettings,
  pushSettingsIn,
} from './push-settings.ts'
import { smsExpectations, smsSecrets, smsSettings, twilioSettingsIn } from './sms-settings.ts'
import { s3SettingsIn, storageExpectations, storageSecrets, storageSettings } from './storage-settings.ts'

export { ConfigError } from './config-error.ts'

const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), fallback)

const maxPort = 65_535
const shutdownNoticeSecMax = 120
/** Proxies ask every few seconds. */
const shutdownNoticeSecDefault = 5
const bracketed = /^\[(?<address>[^\]]+)\](?::(?<port>\d{1,5}))?$/
const withPort = /^(?<address>[^:]+):(?<port>\d{1,5})$/
const unspecified = ['0.0.0.0', '::']

/** `ip`, `ip:port`, `[ipv6]` or `[ipv6]:port`; undefined for anything else. */
const parsePublicAddress = (text: string): MediaPublicAddress | undefined => {
  const inBrackets = bracketed.exec(text)?.groups
  const parts = inBrackets ?? withPort.exec(text)?.groups ?? { address: text }
  const { address = '', port } = parts
  const isAddress = inBrackets ? isIPv6(address) : port === undefined ? isIP(address) !== 0 : isIPv4(address)
  if (!isAddress || address.includes('%') || unspecified.includes(address)) return undefined
  const number = port === undefined ? undefined : Number(port)
  if (number !== undefined && (number < 1 || number > maxPort)) return undefined
  return { address, port: number }
}

/** `turn:host`, `turns:host:port?transport=tcp` and the like (RFC 7065), with commas between them. */
const turnUrl = /^turns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i
const turnUrlsIn = (text: string): string[] => text.split(',').map((url) => url.trim())

/** Every setting of the product, read once at start. A wrong value stops the start with a sentence naming it. */
export const settings = z.object({
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
  /** UDP port of the first media process, further ones count up; 0 picks a free one for each. */
  MEDIA_UDP_PORT: port(40_100),
  /** Media processes that share the calls; the default leaves one core to everything else. */
  MEDIA_PROCESSES: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(16)),
    Math.min(8, Math.max(2, availableParallelism() - 1)),
  ),
  /** Address the media server listens on. */
  MEDIA_BIND_ADDRESS: z._default(z.string().check(z.minLength(1)), '0.0.0.0'),
  /** The address clients reach the media server at, when it isn't one of this machine's: behind a NAT. */
  MEDIA_PUBLIC_ADDRESS: z.optional(
    z.string().check(z.refine((text) => parsePublicAddress(text) !== undefined)),
  ),
  /** Demo people and participants; on by default only where no database, public address or real payment is set. */
  DEMO: z.optional(z.stringbool()),
  /** `production` or `development`. */
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'production'),
  /** Proxies in front whose X-Forwarded-For is believed; 0 believes none. */
  TRUSTED_PROXY_HOPS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(5)), 0),
  /** Signs what members are handed, 32 bytes or more; processes on one database share it. Else made below DATA_DIR. */
  APP_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** Where the other processes on the same database reach this one; else this machine's loopback. */
  NODE_URL: z.optional(z.url({ protocol: /^https?$/ })),
  /** Relays for members whose network lets no UDP through to the media server. */
  TURN_URLS: z.optional(
    z.string().check(z.refine((text) => turnUrlsIn(text).every((url) => turnUrl.test(url)))),
  ),
  /** The relays' `static-auth-secret`. */
  TURN_SECRET: z.optional(z.string().check(z.minLength(16))),
  /** The account that bank transfers go to, as its payer reads it; without it none are taken. */
  BANK_ACCOUNT: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Where Prometheus reads figures (GET /metrics); 0 picks a free port. Without it there are none. */
  METRICS_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))),
  /** Address the metrics listen on: this machine alone, unless it is told otherwise. */
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** How long a SIGTERM is shown on /api/ready before the port closes; 5 in production, else 0. */
  SHUTDOWN_NOTICE_SECONDS: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(shutdownNoticeSecMax))),
  /** Megabytes that have to be free where DATA_DIR is; with less the disk counts as full. */
  DISK_FREE_MIN_MB: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 100),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warning', 'info', 'debug']), 'info'),
  ...paymentSettings,
  ...storageSettings,
  ...mailSettings,
  ...smsSettings,
  ...pushSettings,
  ...audienceSettings,
  ...monitoringSettings,
  ...googleSettings,
})

export interface MediaPublicAddress {
  /** An IPv4 or IPv6 address, without brackets. */
  address: string
  /** The public UDP port of the first media process; undefined when the NAT keeps the ports. */
  port: number | undefined
}

export interface TurnSettings {
  urls: string[]
  secret: string
}

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  mediaUdpPort: number
  mediaProcesses: number
  mediaBindAddress: string
  mediaPublicAddress: MediaPublicAddress | undefined
  demo: boolean
  mode: 'production' | 'development' | 'test'
  trustedProxyHops: number
  appSecret: string | undefined
  nodeUrl: string | undefined
  turn: TurnSettings | undefined
  payments: PaymentServices & {
    /** Whether test cards buy points. */
    hasSandbox: boolean
    /** What is paid is real, and so is what broadcasters are paid for it. */
    takesRealMoney: boolean
  }
  bankAccount: string | undefined
  /** The bucket of the originals; undefined: they live below `dataDir`. */
  s3: S3Settings | undefined
  /** What takes mail over; undefined: the demo keeps it for its operator, elsewhere none is sent. */
  smtp: SmtpSettings | undefined
  /** Whom members write to. */
  supportMail: string
  /** What takes SMS over; undefined: the demo keeps them for its operator, elsewhere none are sent. */
  twilio: TwilioSettings | undefined
  push: PushSettings
  reach: AudienceSettings
  /** Undefined: nobody signs in by Google. */
  google: GoogleSettings | undefined
  /** What errors of members' browsers are handed to; undefined: the operators' console keeps the newest. */
  collector: Collector | undefined
  /** Where figures are read; undefined: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** From SIGTERM, which /api/ready shows at once, until the port closes. */
  shutdownNoticeMs: number
  /** With less where `dataDir` is, the disk counts as full. */
  diskFreeBytesMin: number
  logLevel: 'silent' | 'error' | 'warning' | 'info' | 'debug'
}

const expectations: Partial<Record<keyof z.infer<typeof settings>, string>> = {
  PORT: '0〜65535の整数',
  MEDIA_UDP_PORT: '0〜65535の整数',
  MEDIA_PROCESSES: '1〜16の整数',
  MEDIA_PUBLIC_ADDRESS:
    'IPアドレス、または「IPアドレス:ポート」の形（例: 203.0.113.5、203.0.113.5:40100、[2001:db8::5]:40100）',
  DATABASE_URL: 'postgres://… の形のURL',
  PUBLIC_URL: 'https://… の形のURL',
  DEMO: 'true か false',
  NODE_ENV: 'production、development、test のどれか',
  TRUSTED_PROXY_HOPS: '0〜5の整数',
  APP_SECRET: '32文字以上の文字列',
  NODE_URL: 'http://… の形のURL',
  TURN_URLS: 'turn:… か turns:… のURLをコンマで区切った形',
  TURN_SECRET: '16文字以上の文字列',
  BANK_ACCOUNT: '200文字以下の文字列',
  METRICS_PORT: '0〜65535の整数',
  SHUTDOWN_NOTICE_SECONDS: `0〜${shutdownNoticeSecMax}の秒数`,
  DISK_FREE_MIN_MB: '0以上の整数',
  LOG_LEVEL: 'silent、error、warning、info、debug のどれか',
  ...paymentExpectations,
  ...storageExpectations,
  ...mailExpectations,
  ...smsExpectations,
  ...pushExpectations,
  ...audienceExpectations,
  ...monitoringExpectations,
  ...googleExpectations,
}

/** Whose values are never shown. */
const secretSettings = new Set<string>([
  'DATABASE_URL',
  'APP_SECRET',
  'TURN_SECRET',
  ...paymentSecrets,
  ...storageSecrets,
  ...mailSecrets,
  ...smsSecrets,
  ...pushSecrets,
  ...audienceSecrets,
  ...monitoringSecrets,
  ...googleSecrets,
])

/** A relay without its secret would refuse everybody, a secret without a relay serves nobody. */
const turnSettings = (urls: string | undefined, secret: string | undefined): TurnSettings | undefined => {
  if (urls !== undefined && secret !== undefined) return { urls: turnUrlsIn(urls), secret }
  if (urls === undefined && secret === undefined) return undefined
  const [given, missing] = urls === undefined ? ['TURN_SECRET', 'TURN_URLS'] : ['TURN_URLS', 'TURN_SECRET']
  throw new ConfigError(`設定 ${given} には ${missing} も必要です。両方を設定するか、両方を外してください。`)
}

/** Ports count up from the first: the last one must be one, too. */
const assertPortsFit = (
  setting: string,
  first: number | undefined,
  processes: number,
  hasRelays: boolean,
) => {
  const count = hasRelays ? processes * 2 : processes
  if (!first || first + count - 1 <= maxPort) return
  const counted = hasRelays
    ? `MEDIA_PROCESSES の2倍（TURN_URLS の分を含む）の ${count}`
    : `MEDIA_PROCESSES の ${count}`
  throw new ConfigError(
    `設定 ${setting} のポート ${first} から ${counted} 個を数えると ${maxPort} を超えます。小さい番号にしてください。`,
  )
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
    const shown = secretSettings.has(name) ? '' : ` "${given[name]}" `
    throw new ConfigError(`設定 ${name} の値${shown}は使えません（${expected}にしてください）。`)
  }
  const value = parsed.data
  const mediaPublicAddress =
    value.MEDIA_PUBLIC_ADDRESS === undefined ? undefined : parsePublicAddress(value.MEDIA_PUBLIC_ADDRESS)
  const turn = turnSettings(value.TURN_URLS, value.TURN_SECRET)
  const hasRelays = turn !== undefined
  assertPortsFit('MEDIA_UDP_PORT', value.MEDIA_UDP_PORT, value.MEDIA_PROCESSES, hasRelays)
  assertPortsFit('MEDIA_PUBLIC_ADDRESS', mediaPublicAddress?.port, value.MEDIA_PROCESSES, hasRelays)
  const services = paymentServicesIn(value)
  const { demo, ...money } = moneySettings({
    mode: value.NODE_ENV,
    hasServices: Object.values(services).some((service) => service !== undefined),
    hasBankAccount: value.BANK_ACCOUNT !== undefined,
    isAlone: value.DATABASE_URL === undefined && value.PUBLIC_URL === undefined,
    demo: value.DEMO,
    sandbox: value.PAYMENTS_SANDBOX,
  })
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    mediaUdpPort: value.MEDIA_UDP_PORT,
    mediaProcesses: value.MEDIA_PROCESSES,
    mediaBindAddress: value.MEDIA_BIND_ADDRESS,
    mediaPublicAddress,
    demo,
    mode: value.NODE_ENV,
    trustedProxyHops: value.TRUSTED_PROXY_HOPS,
    appSecret: value.APP_SECRET,
    nodeUrl: value.NODE_URL,
    turn,
    payments: { ...services, ...money },
    bankAccount: value.BANK_ACCOUNT,
    s3: s3SettingsIn(value),
    smtp: smtpSettingsIn(value),
    supportMail: value.SUPPORT_MAIL,
    twilio: twilioSettingsIn(value),
    push: pushSettingsIn(value),
    reach: audienceSettingsIn(value, demo),
    google: googleSettingsIn(value),
    collector: collectorIn(value),
    metrics:
      value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    shutdownNoticeMs:
      1_000 *
      (value.SHUTDOWN_NOTICE_SECONDS ?? (value.NODE_ENV === 'production' ? shutdownNoticeSecDefault : 0)),
    diskFreeBytesMin: value.DISK_FREE_MIN_MB * 1_000_000,
    logLevel: value.LOG_LEVEL,
  }
}
