export type MediaKind = 'audio' | 'video'
/** What a room of each kind carries. */
export const kindsOf = {
  voice: ['audio'],
  video: ['audio', 'video'],
} as const satisfies Record<string, readonly MediaKind[]>

export type AudioCodecName = 'opus'
export type VideoCodecName = 'VP8' | 'H264'
export type CodecName = AudioCodecName | VideoCodecName

export interface Codec {
  name: CodecName
  kind: MediaKind
  clockRate: number
  /** What follows the clock rate in `a=rtpmap`; null for video. */
  channels: number | null
  /** The `a=fmtp` parameters to answer to an offered format; null when the format can't be used. */
  answerParameters(offered: string): string | null
}

const parameter = (parameters: string, name: string): string | undefined =>
  parameters
    .split(';')
    .map((pair) => pair.trim().toLowerCase())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * The names of the constrained baseline before the level (RFC 6184, table 5): baseline, main and extended profile with
 * the flags that limit each to it. Browsers say 42e0, x264 says 42c0.
 */
const constrainedBaseline = /^(42[4-7c-f]|4d[89a-f]|58[c-f])0[0-9a-f]{2}$/

/**
 * What every browser can both send and receive. H264 is the constrained baseline (packetization mode 1) that RFC 7742
 * obliges browsers to have; only the level may differ between two sides.
 */
export const codecs: readonly Codec[] = [
  {
    name: 'opus',
    kind: 'audio',
    clockRate: 48_000,
    channels: 2,
    answerParameters: (offered) => {
      const hasStereo = ['stereo', 'sprop-stereo'].some((name) => parameter(offered, name) === '1')
      return `minptime=10;useinbandfec=1${hasStereo ? ';stereo=1;sprop-stereo=1' : ''}`
    },
  },
  { name: 'VP8', kind: 'video', clockRate: 90_000, channels: null, answerParameters: () => '' },
  {
    name: 'H264',
    kind: 'video',
    clockRate: 90_000,
    channels: null,
    answerParameters: (offered) => {
      const profile = parameter(offered, 'profile-level-id') ?? ''
      const isUsable = constrainedBaseline.test(profile) && parameter(offered, 'packetization-mode') === '1'
      return isUsable ? `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${profile}` : null
    },
  },
]

export const isVideoCodec = (name: CodecName): name is VideoCodecName => name !== 'opus'
