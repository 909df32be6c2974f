import type { CallPorts } from '../call-ports.ts'

/** Without the socket the call is polled every 2 s: two answers are missing. */
const silentMaxMs = 5_000
/** The payer's heartbeat has an answer every 6 s, also while the socket seems to be up. */
const heartbeatSilentMaxMs = 10_000
const lookEveryMs = 1_000

interface Contact {
  isSocketUp: boolean
  /** Since the server's last answer or event, or since the socket was last seen. */
  silentMs: number
  /** Whether this side sends heartbeats: the payer. */
  beats: boolean
}

/** Whether the server can't be reached, though the media may flow. */
const isControlLost = ({ isSocketUp, silentMs, beats }: Contact): boolean =>
  isSocketUp ? beats && silentMs > heartbeatSilentMaxMs : silentMs > silentMaxMs

interface ControlWatchOptions {
  beats: boolean
  onChange(isLost: boolean): void
}

/** Follows whether the server of a running call can be reached; media takes another way and says nothing of it. */
export const watchControl = (ports: Pick<CallPorts, 'now' | 'isSocketUp'>) => {
  let contactAt = ports.now()
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false

  return {
    /** Starts once the call runs; does nothing once it has begun. */
    start: ({ beats, onChange }: ControlWatchOptions) => {
      if (timer !== undefined || isStopped) return
      contactAt = ports.now()
      timer = setInterval(() => {
        const isSocketUp = ports.isSocketUp()
        // A side that requests nothing while the socket is up learns of a loss from the socket itself.
        if (isSocketUp && !beats) contactAt = ports.now()
        onChange(isControlLost({ isSocketUp, silentMs: ports.now() - contactAt, beats }))
      }, lookEveryMs)
    },
    /** The server answered, or sent an event. */
    reset: () => {
      contactAt = ports.now()
    },
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
