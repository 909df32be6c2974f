import type { SideSending } from '#contract/calls/in-call.ts'

/** The first change is sent at once, and those after it at most so often. */
const pauseMs = 250
/** The server refuses when the page isn't in the room yet, or has said too much. */
const againAfterMs = 1_000

type Emit = (input: { callId: string; sending: SideSending }, answer: (ok: boolean) => void) => void

export interface CallSendingReporter {
  set(callId: string, sending: SideSending): void
  /** The socket is connected again: the server may have missed the last one. */
  again(): void
  stop(): void
}

/** Tells the server what this page sends in its call: the newest state, until the server has it. */
export const createCallSendingReporter = (emit: Emit): CallSendingReporter => {
  let newest: { callId: string; sending: SideSending } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPausing = false

  const send = () => {
    const sent = newest
    isPausing = false
    if (!sent) return
    isPausing = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      isPausing = false
      if (newest !== sent) send()
    }, pauseMs)
    emit(sent, (ok) => {
      if (ok || newest !== sent) return
      clearTimeout(timer)
      timer = setTimeout(send, againAfterMs)
    })
  }

  return {
    set: (callId, sending) => {
      const isSame =
        newest?.callId === callId &&
        newest.sending.microphone === sending.microphone &&
        newest.sending.camera === sending.camera
      if (isSame) return
      newest = { callId, sending }
      if (!isPausing) send()
    },
    again: send,
    stop: () => {
      newest = null
      isPausing = false
      clearTimeout(timer)
    },
  }
}
