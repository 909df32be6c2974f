import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { Store } from '#web/shell/store.ts'
import { type CallEntry, payKindOf } from './call-entry.ts'
import type { CallPorts } from './call-ports.ts'
import type { CallView } from './call-view.ts'
import { createHeartbeat, watchCall } from './call-watch.ts'
import { watchControl } from './connection/control-watch.ts'
import { watchOutage } from './connection/outage-watch.ts'

/** The details of a ring follow it at once. Those that don't come within this time are requested. */
const detailsAfterMs = 300

interface FollowOptions {
  entry: CallEntry
  store: Store<CallView>
  callId(): string | null
  /** Whether this page's own answer is on its way. */
  isAnswering(): boolean
  needsPolling(): boolean
  onCall(call: CallSnapshot): void
  /** The server knows no such call of this member. */
  onUnknown(): void
  /** Nobody reconnected in time, and the server is out of reach. */
  onGivenUp(call: CallSnapshot): void
}

/** What follows one call: its state at the server, the payer's meter, both lines, and whether the server can be reached. */
export const followCall = (
  ports: CallPorts,
  { entry, store, callId, isAnswering, needsPolling, onCall, onUnknown, onGivenUp }: FollowOptions,
) => {
  const control = watchControl(ports)
  const watch = watchCall(ports, {
    callId,
    isKnown: () => entry.direction === 'incoming' || store.get().call !== null,
    isAnswering,
    needsPolling,
    onCall,
    onUnknown,
  })
  const heartbeat = createHeartbeat(ports, {
    kind: payKindOf(entry),
    callId,
    onReading: (reading) => {
      control.reset()
      store.update({ meter: { reading, receivedAt: ports.now() }, isControlLost: false })
    },
    onGone: () => void watch.poll(),
  })
  const outage = watchOutage(ports, { store, onCall, onChange: () => heartbeat.now(), onGivenUp })
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    watch,
    heartbeat,
    outage,
    control,
    /** An event is about to bring the call. */
    expectCall: () => {
      timer = setTimeout(() => {
        if (store.get().call === null) void watch.poll()
      }, detailsAfterMs)
    },
    stop: () => {
      clearTimeout(timer)
      for (const each of [watch, heartbeat, outage, control]) each.stop()
    },
  }
}
