import type { CallKind } from '#contract/calls/calls.ts'

/**
 * A charged minute with less payload than this carries no conversation: 20 kbit/s is a fifth of the lowest
 * bitrate of a picture, 2 kbit/s a third of the lowest one of opus. The silence of a muted microphone has 1.2
 * kbit/s.
 */
const bytesPerMinuteMin: Record<CallKind, number> = { video: 150_000, voice: 15_000 }

/** Shorter calls cost too little, and a sample of them says too little. */
const judgedMsMin = 60_000

const bytesPerChargedMinute = ({
  mediaBytes,
  chargedMs,
}: {
  mediaBytes: number
  chargedMs: number
}): number => Math.round((mediaBytes * 60_000) / chargedMs)

/**
 * The bytes that a call carried in a charged minute, when they are so few that operators should look at it;
 * else null.
 */
export const thinBytesPerMinute = (
  kind: CallKind,
  reading: { mediaBytes: number; chargedMs: number },
): number | null => {
  if (reading.chargedMs < judgedMsMin) return null
  const bytes = bytesPerChargedMinute(reading)
  return bytes < bytesPerMinuteMin[kind] ? bytes : null
}
