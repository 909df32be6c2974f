import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { myCallKey } from '#web/session/my-call.ts'
import { pointsKey } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { storedRing } from '../ringing/stored-ring.ts'
import { useLeaveCallScreen } from '../screens/use-leave-call-screen.ts'
import type { CallEntry } from '../session/call-entry.ts'
import { callStorage } from '../session/call-storage.ts'
import type { CallStage } from '../session/call-view.ts'
import { cameInBetween } from '../session/way-out.ts'

/**
 * What follows the last stage of a call: the modal shows how it ended. A caller goes to the broadcaster's profile and
 * a broadcaster to the base page, unless the call began on another page about the partner or only came in between.
 * @param entry null for a call that ends beside another page, which stays
 */
export const useAfterCall = (
  stage: CallStage | null,
  call: CallSnapshot | null,
  entry: CallEntry | null,
): void => {
  const leave = useLeaveCallScreen()
  const queryClient = useQueryClient()
  const goOn = useEffectEvent(() => {
    if (stage?.name !== 'ended' && stage?.name !== 'left' && stage?.name !== 'elsewhere') return
    if (stage.name === 'ended') callStorage.storeCallEnded(stage.info)
    if (stage.name === 'elsewhere') void showToast({ title: '通話は別の画面で続いています' })
    else storedRing.clear()
    void queryClient.invalidateQueries({ queryKey: pointsKey })
    if (stage.name !== 'elsewhere') queryClient.setQueryData(myCallKey, null)
    void queryClient.invalidateQueries({ queryKey: myCallKey })
    // The broadcaster's state was different during the call.
    void queryClient.invalidateQueries({ queryKey: peopleKey })
    if (entry === null) return
    const { role, partnerId, direction, origin } = entry
    // After a live call the caller may go on watching.
    const callersPage = origin === 'live' ? paths.channel(partnerId) : paths.profile(partnerId)
    const to = role === 'broadcaster' ? paths.base() : callersPage
    leave({
      to: stage.name === 'elsewhere' ? paths.home() : to,
      partnerId,
      staysPut: cameInBetween(stage, call),
      isIncoming: direction === 'incoming',
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once a stage, not with each render
  useEffect(() => goOn(), [stage])
}
