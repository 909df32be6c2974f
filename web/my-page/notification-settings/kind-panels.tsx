import { useId } from 'react'
import type {
  NotificationChannel,
  NotificationChoice,
  NotificationKind,
  NotificationSettings,
} from '#contract/notifications/notification-settings.ts'
import { useMe } from '#web/session/use-me.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { kindGroups, kindTexts } from './kind-texts.ts'
import styles from './settings.module.css'
import { useUpdateSettings } from './settings-queries.ts'

const channelNames: Record<NotificationChannel, string> = {
  inApp: 'アプリ内',
  push: 'プッシュ',
  mail: 'メール',
}

/** Every kind by its group, with a switch for each channel that it has. Without an address no mail is offered. */
export const KindPanels = ({ settings: { choices, mailAddress } }: { settings: NotificationSettings }) => {
  const role = useMe().data?.role
  const offered = choices.filter(({ channel }) => channel !== 'mail' || mailAddress !== null)
  const kinds = (Object.keys(kindTexts) as NotificationKind[]).filter((kind) => {
    const { of } = kindTexts[kind]
    return of === undefined || of === role
  })
  return kindGroups.map((group) => (
    <Panel key={group} title={group}>
      {kinds
        .filter((kind) => kindTexts[kind].group === group)
        .map((kind) => (
          <KindRow
            key={kind}
            kind={kind}
            choices={offered.filter((choice) => choice.kind === kind)}
            isBroadcaster={role === 'broadcaster'}
          />
        ))}
    </Panel>
  ))
}

const KindRow = ({
  kind,
  choices,
  isBroadcaster,
}: {
  kind: NotificationKind
  choices: readonly NotificationChoice[]
  isBroadcaster: boolean
}) => {
  const id = useId()
  const { name, explanation } = kindTexts[kind]
  const said =
    isBroadcaster && kind === 'ring' ? 'プッシュをオフにすると、プッシュ待機も終わります。' : explanation
  const saidId = said === undefined ? id : `${id}-explanation`
  return (
    <div className={styles.kind}>
      <p>
        <b id={id}>{name}</b>
        {said === undefined ? null : <span id={saidId}>{said}</span>}
      </p>
      <div className={styles.channels}>
        {choices.map((choice) => (
          <ChannelSwitch key={choice.channel} choice={choice} kindId={id} describedBy={saidId} />
        ))}
      </div>
    </div>
  )
}

const ChannelSwitch = ({
  choice: { kind, channel, isOn },
  kindId,
  describedBy,
}: {
  choice: NotificationChoice
  kindId: string
  describedBy: string
}) => {
  const id = useId()
  const update = useUpdateSettings()
  return (
    <div className={styles.channel}>
      <span id={id}>{channelNames[channel]}</span>
      <Switch
        isOn={isOn}
        labelledBy={`${kindId} ${id}`}
        describedBy={describedBy}
        busy={update.isPending}
        onSwitch={(next) => update.mutate({ choices: [{ kind, channel, isOn: next }] })}
      />
    </div>
  )
}
