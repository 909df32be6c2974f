import type {
  NotificationChannel,
  NotificationChoice,
  NotificationSettings,
} from '#contract/notifications/notification-settings.ts'
import { useMe } from '#web/session/use-me.ts'
import { Panel } from '#web/ui/panel.tsx'
import { kindTexts } from './kind-texts.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'
import { useUpdateSettings } from './settings-queries.ts'

/** The notifications of one channel, a switch for each kind. */
export const ChannelPanel = ({
  title,
  explanation,
  channel,
  settings,
}: {
  title: string
  explanation: string
  channel: NotificationChannel
  settings: NotificationSettings
}) => {
  const role = useMe().data?.role
  const shown = settings.choices.filter((choice) => {
    const { of } = kindTexts[choice.kind]
    return choice.channel === channel && (of === undefined || of === role)
  })
  return (
    <Panel title={title}>
      <p className={styles.explanation}>{explanation}</p>
      {shown.map((choice) => (
        <ChoiceRow key={choice.kind} choice={choice} isBroadcaster={role === 'broadcaster'} />
      ))}
    </Panel>
  )
}

const ChoiceRow = ({ choice, isBroadcaster }: { choice: NotificationChoice; isBroadcaster: boolean }) => {
  const update = useUpdateSettings()
  const { kind, channel, isOn } = choice
  const { name, explanation } = kindTexts[kind]
  const isBroadcasterRing = isBroadcaster && kind === 'ring' && channel === 'push'
  return (
    <SettingRow
      name={name}
      explanation={isBroadcasterRing ? 'オフにすると、プッシュ待機も終わります。' : explanation}
      isOn={isOn}
      busy={update.isPending}
      onSwitch={(next) => update.mutate({ choices: [{ kind, channel, isOn: next }] })}
    />
  )
}
