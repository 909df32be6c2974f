import type { CallKind } from '#contract/calls/calls.ts'

/**
 * Less payload than this in a charged minute is hardly a call: 20 kbit/s is a fifth of the lowest bitrate that a
 * picture is sent with, 2 kbit/s a third of the lowest one of opus. Silence of a muted microphone has 1.2 kbit/s.
 */
const bytesPerMinuteMin: Record<CallKind, number> = { video: 150_000, voice: 15_000 }

/** Shorter calls say too little, and cost too little. */
const judgedMsMin = 60_000

const bytesPerChargedMinute = ({
  mediaBytes,
  chargedMs,
}: {
  mediaBytes: number
  chargedMs: number
}): number => Math.round((mediaBytes * 60_000) / chargedMs)

/** How little a call carried in a charged minute, in bytes, when operators should look at it; else null. */
export const thinBytesPerMinute = (
  kind: CallKind,
  reading: { mediaBytes: number; chargedMs: number },
): number | null => {
  if (reading.chargedMs < judgedMsMin) return null
  const bytes = bytesPerChargedMinute(reading)
  return bytes < bytesPerMinuteMin[kind] ? bytes : null
}
