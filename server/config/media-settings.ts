import { isIP, isIPv4, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { defineSettings } from './define-settings.ts'

const portMax = 65_535
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
  if (number !== undefined && (number < 1 || number > portMax)) return undefined
  return { address, port: number }
}

/** `turn:host`, `turns:host:port?transport=tcp` and the like (RFC 7065), with commas between them. */
const turnUrl = /^turns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i
const turnUrlsIn = (text: string): string[] => text.split(',').map((url) => url.trim())

/** The embedded media server and the TURN relays. */
export const mediaSettings = defineSettings({
  schema: {
    /** UDP port of the first media process, further ones count up; 0 picks a free one for each. */
    MEDIA_UDP_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(portMax)), 40_100),
    /** Media processes that share the calls; the default leaves one core to everything else. */
    MEDIA_PROCESSES: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(16)),
      Math.min(8, Math.max(2, availableParallelism() - 1)),
    ),
    /** Whether the media server sends and receives in batches where a C compiler is there to build what that takes. */
    MEDIA_BATCHING: z._default(z.enum(['on', 'off']), 'on'),
    /** Address the media server listens on. */
    MEDIA_BIND_ADDRESS: z._default(z.string().check(z.minLength(1)), '0.0.0.0'),
    /** The address at which clients reach the media server behind a NAT; else this machine's own addresses. */
    MEDIA_PUBLIC_ADDRESS: z.optional(
      z.string().check(z.refine((text) => parsePublicAddress(text) !== undefined)),
    ),
    /** Relays for members whose network lets no UDP through to the media server. */
    TURN_URLS: z.optional(
      z.string().check(z.refine((text) => turnUrlsIn(text).every((url) => turnUrl.test(url)))),
    ),
    /** The relays' `static-auth-secret`. */
    TURN_SECRET: z.optional(z.string().check(z.minLength(16))),
  },
  expectations: {
    MEDIA_UDP_PORT: '0〜65535の整数',
    MEDIA_PROCESSES: '1〜16の整数',
    MEDIA_BATCHING: 'on か off',
    MEDIA_PUBLIC_ADDRESS:
      'IPアドレス、または「IPアドレス:ポート」の形（例: 203.0.113.5、203.0.113.5:40100、[2001:db8::5]:40100）',
    TURN_URLS: 'turn:… か turns:… のURLをコンマで区切った形',
    TURN_SECRET: '16文字以上の文字列',
  },
  secrets: ['TURN_SECRET'],
  read: (value): MediaSettings => {
    const mediaPublicAddress =
      value.MEDIA_PUBLIC_ADDRESS === undefined ? undefined : parsePublicAddress(value.MEDIA_PUBLIC_ADDRESS)
    const turn = turnSettings(value.TURN_URLS, value.TURN_SECRET)
    const hasRelays = turn !== undefined
    assertPortsFit('MEDIA_UDP_PORT', value.MEDIA_UDP_PORT, value.MEDIA_PROCESSES, hasRelays)
    assertPortsFit('MEDIA_PUBLIC_ADDRESS', mediaPublicAddress?.port, value.MEDIA_PROCESSES, hasRelays)
    return {
      mediaUdpPort: value.MEDIA_UDP_PORT,
      mediaProcesses: value.MEDIA_PROCESSES,
      mediaBatches: value.MEDIA_BATCHING === 'on',
      mediaBindAddress: value.MEDIA_BIND_ADDRESS,
      mediaPublicAddress,
      turn,
    }
  },
})

interface MediaPublicAddress {
  /** An IPv4 or IPv6 address, without brackets. */
  address: string
  /** The public UDP port of the first media process; undefined when the NAT keeps the ports. */
  port: number | undefined
}

interface TurnSettings {
  urls: string[]
  secret: string
}

interface MediaSettings {
  mediaUdpPort: number
  mediaProcesses: number
  mediaBatches: boolean
  mediaBindAddress: string
  mediaPublicAddress: MediaPublicAddress | undefined
  turn: TurnSettings | undefined
}

/** A relay without its secret would refuse everybody, a secret without a relay serves nobody. */
const turnSettings = (urls: string | undefined, secret: string | undefined): TurnSettings | undefined => {
  if (urls !== undefined && secret !== undefined) return { urls: turnUrlsIn(urls), secret }
  if (urls === undefined && secret === undefined) return undefined
  const [given, missing] = urls === undefined ? ['TURN_SECRET', 'TURN_URLS'] : ['TURN_URLS', 'TURN_SECRET']
  throw new ConfigError(`設定 ${given} には ${missing} も必要です。両方を設定するか、両方を外してください。`)
}

/** The ports count up from the first one; the last one has to be a port, too. */
const assertPortsFit = (
  setting: string,
  first: number | undefined,
  processes: number,
  hasRelays: boolean,
) => {
  const count = hasRelays ? processes * 2 : processes
  if (!first || first + count - 1 <= portMax) return
  const counted = hasRelays
    ? `MEDIA_PROCESSES の2倍（TURN_URLS の分を含む）の ${count}`
    : `MEDIA_PROCESSES の ${count}`
  throw new ConfigError(
    `設定 ${setting} のポート ${first} から ${counted} 個を数えると ${portMax} を超えます。小さい番号にしてください。`,
  )
}
