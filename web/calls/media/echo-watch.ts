import { detectsEcho, type EchoSample, echoWindowSamples } from '#domain/calls/quality/echo.ts'
import { numberOf } from './link-quality.ts'

type Stats = readonly Record<string, unknown>[]

/**
 * Cumulated energy and seconds of an audio stream from the statistics; null where this browser reports none.
 */
interface Sound {
  energy: number
  seconds: number
}

const soundOf = (report: Record<string, unknown> | undefined): Sound | null =>
  report && 'totalAudioEnergy' in report && 'totalSamplesDuration' in report
    ? { energy: numberOf(report, 'totalAudioEnergy'), seconds: numberOf(report, 'totalSamplesDuration') }
    : null

/** The level between two samples, root mean square from 0 to 1. */
const levelBetween = (before: Sound | null, after: Sound | null): number | null => {
  if (!before || !after || after.seconds <= before.seconds) return null
  return Math.sqrt(Math.max(0, after.energy - before.energy) / (after.seconds - before.seconds))
}

/** The echo canceller's return loss. Before its first measurement it reports -100 dB. */
const cancelledDbOf = (source: Record<string, unknown> | undefined): number | null => {
  const db = source?.echoReturnLossEnhancement
  return typeof db === 'number' && db > -30 ? db : null
}

const isSound = ({ kind }: Record<string, unknown>) => kind === 'audio'

export interface EchoWatch {
  /** Adds statistics of the received audio. */
  addReceived(received: Stats): void
  /** Adds statistics of the sent audio; each call completes a sample. */
  addSent(sent: Stats): void
}

/** Detects that the own microphone picks up the partner's voice, and reports it once. */
export const createEchoWatch = (onEcho: () => void): EchoWatch => {
  let samples: EchoSample[] = []
  let isReported = false
  let remoteLevel: number | null = null
  let remote: Sound | null = null
  let local: Sound | null = null
  return {
    addReceived: (received) => {
      const now = soundOf(received.find((report) => report.type === 'inbound-rtp' && isSound(report)))
      remoteLevel = levelBetween(remote, now)
      remote = now
    },
    addSent: (sent) => {
      if (isReported) return
      const source = sent.find((report) => report.type === 'media-source' && isSound(report))
      const now = soundOf(source)
      const localLevel = levelBetween(local, now)
      local = now
      if (localLevel === null || remoteLevel === null) return
      const sample = { remoteLevel, localLevel, cancelledDb: cancelledDbOf(source) }
      samples = [...samples, sample].slice(-echoWindowSamples)
      isReported = detectsEcho(samples)
      if (isReported) onEcho()
    },
  }
}
