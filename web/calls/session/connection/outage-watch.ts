import type { CallSnapshot } from '#contract/calls/calls.ts'
import { isFailure } from '#contract/core/client.ts'
import { reconnectGraceMs } from '#domain/calls/timing.ts'
import type { Store } from '#web/shell/store.ts'
import { withTimeout } from '#web/shell/with-timeout.ts'
import type { CallPorts } from '../call-ports.ts'
import { type CallView, connectedSecAt } from '../call-view.ts'
import { callPollMs } from '../call-watch.ts'
import { answerTimeoutMs } from '../end-at-server.ts'
import { meterAfterOutage } from '../meter.ts'
import { isPartnerSilent } from '../open-call-media.ts'
import { outageAfter } from './outage.ts'

interface OutageWatchOptions {
  store: Store<CallView>
  /** The server's newer state of the call. */
  onCall(call: CallSnapshot): void
  /** The line is down or back: the server's figure is wanted. */
  onChange(): void
  /** Nobody reconnected in time, and the server is out of reach. */
  onGivenUp(call: CallSnapshot): void
}

/** Follows the line of a running call: freezes the meter's picture at once, and gives the call up in the end. */
export const watchOutage = (ports: CallPorts, { store, onCall, onChange, onGivenUp }: OutageWatchOptions) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const giveUpAfter = (ms: number | null) => {
    clearTimeout(timer)
    if (ms !== null) timer = setTimeout(() => void giveUp(), ms)
  }

  /** The time to reconnect is over. The page decides that alone only while the server can't be reached. */
  const giveUp = async () => {
    const { call } = store.get()
    if (!call) return
    const answer = await withTimeout(answerTimeoutMs, ports.api.getCall({ callId: call.callId }))
    if (isStopped || store.get().outage.awaySince === null) return
    if (answer && !(isFailure(answer) && answer.code === 'serverFailure')) {
      if (!isFailure(answer)) onCall(answer.call)
      giveUpAfter(callPollMs)
      return
    }
    const callDurationSec = connectedSecAt(store.get(), ports.now())
    onGivenUp({ ...call, phase: 'ended', endReason: 'connectionLost', callDurationSec })
  }

  return {
    /** The line went down or came back: the meter's picture freezes at once, the server's figure follows. */
    check: () => {
      const { call, media, meter, outage } = store.get()
      const now = ports.now()
      const line = media?.store.get().state
      const isAway = (call?.reconnecting ?? null) !== null || line === 'reconnecting'
      const next = outageAfter(outage, { isQuiet: line === 'quiet' && !isPartnerSilent(call), isAway }, now)
      if (next.frozenSince === outage.frozenSince && next.awaySince === outage.awaySince) return
      store.update({ outage: next })
      if (next.awaySince !== outage.awaySince) giveUpAfter(next.awaySince === null ? null : reconnectGraceMs)
      if (next.frozenSince === outage.frozenSince) return
      if (meter && outage.frozenSince !== null)
        store.update({ meter: meterAfterOutage(meter, outage.frozenSince, now) })
      onChange()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
