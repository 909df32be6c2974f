import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import type { PresenceState } from '#contract/people/people.ts'
import { studioEndpoints } from '#contract/studio/studio.ts'
import { standbyKey, useMyStandby } from '#web/people/queries.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { count } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PushStandby } from './push-standby.tsx'
import styles from './standby-switch.module.css'

/** What the switch means at the moment. */
const explanations = {
  waiting: {
    standby: 'ホームに「待機中」と表示され、通話を受けられます。',
    inCall: '通話が終わると、また待機中に戻ります。',
    live: '配信が終わると、また待機中に戻ります。',
    offline: 'このページを開いているあいだ、まもなく待機中になります。',
  },
  away: 'オンにすると、ホームに「待機中」と表示され、通話を受けられます。',
} as const satisfies { waiting: Record<PresenceState, string>; away: string }

/** 待機 on or off, with an open page and without. */
export const StandbySwitch = () => {
  const queryClient = useQueryClient()
  const { data: session } = useSession()
  const query = useMyStandby(true)
  useSocketEvent('presence:changed', ({ userId, state }) => {
    if (userId !== session?.user.id) return
    queryClient.setQueryData(standbyKey, query.data && { ...query.data, state })
  })
  const change = useMutation({
    mutationFn: (waiting: boolean) => fetchEndpoint(studioEndpoints.updateCallWaiting, { waiting }),
    onSuccess: ({ waiting, state }) =>
      queryClient.setQueryData(standbyKey, query.data && { ...query.data, waiting, state }),
    onError: (error) => showToast({ tone: 'error', title: '切り替えられませんでした', text: error.message }),
  })
  if (query.isError && !query.data)
    return (
      <Panel>
        <QueryError query={query} />
      </Panel>
    )
  if (!query.data) return <Skeleton height={200} />
  const { waiting, state, waitingCallers } = query.data
  return (
    <Panel>
      <div className={styles.row}>
        <h2 id="standby">待機</h2>
        <StateBadge state={state} plain />
        <Switch
          isOn={waiting}
          labelledBy="standby"
          describedBy="standby-explanation"
          busy={change.isPending}
          onSwitch={(isOn) => change.mutate(isOn)}
        />
      </div>
      <p id="standby-explanation" className={styles.explanation}>
        {waiting ? explanations.waiting[state] : explanations.away}
      </p>
      {waitingCallers > 0 ? (
        <p className={styles.callers}>
          <Icon of={Bell} size="s" />
          {count(waitingCallers)}人が、あなたが空くのを待っています
        </p>
      ) : null}
      <PushStandby />
    </Panel>
  )
}
