import type { MediaEvent, MediaRole } from '../../adapters/media/port.ts'
import type { CallRole } from '../../contract/calls.ts'
import type { Context } from '../context.ts'
import { applyEvent } from './actions/apply-event.ts'
import { billCall } from './actions/bill-calls.ts'
import { openCallIds } from './queries.ts'

const callRoleOf: Record<MediaRole, CallRole> = { payer: 'caller', broadcaster: 'broadcaster' }

/** What the media server tells becomes an event of the call it concerns. */
export const onMediaEvent = async (context: Context, event: MediaEvent): Promise<void> => {
  switch (event.type) {
    case 'connected':
      await applyEvent(context, event.roomId, { type: 'mediaConnected' })
      return
    case 'lost':
      await applyEvent(context, event.roomId, { type: 'sideLost', side: callRoleOf[event.role] })
      return
    case 'back':
      await applyEvent(context, event.roomId, { type: 'sideBack', side: callRoleOf[event.role] })
      return
    case 'exhausted':
      await billCall(context, event.roomId, event.reading)
      return
    case 'down':
      await forRunningCalls(context, { type: 'mediaServerLost' })
      return
    case 'up':
      await forRunningCalls(context, { type: 'mediaServerBack' })
      return
  }
}

const forRunningCalls = async (
  context: Context,
  event: { type: 'mediaServerLost' } | { type: 'mediaServerBack' },
): Promise<void> => {
  for (const callId of await openCallIds(context.db)) await applyEvent(context, callId, event)
}
