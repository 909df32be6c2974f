import { useState } from 'react'
import { type OperatorLiveSettings, operatorLiveRoomsEndpoints } from '#contract/live/operator-rooms.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { numberIn } from '../points/transfer-actions.tsx'
import styles from './live.module.css'
import { changesText, draftOf, type SettingsDraft, settingsOf } from './room-words.ts'

/** Limits and bounds of all rooms that start from now on. */
export const LiveSettingsForm = ({ before }: { before: OperatorLiveSettings }) => {
  const set = useOperatorAction(operatorLiveRoomsEndpoints.operatorSetLiveSettings)
  const [draft, setDraft] = useState(draftOf(before))
  const input = settingsOf(draft)
  const changes = changesText(before, input)
  const field = (name: keyof SettingsDraft, label: string, note: string) => (
    <Field label={label} note={note}>
      <Input
        inputMode="numeric"
        value={String(draft[name])}
        onChange={(event) => setDraft({ ...draft, [name]: numberIn(event.target.value) })}
      />
    </Field>
  )
  return (
    <ActionPanel
      title="配信の設定"
      about="これから始まる配信に適用されます。いま続いている配信の料金と終了時刻は変わりません。"
    >
      <div className={styles.fields}>
        {field('dailyLimitMin', '1日に配信できる時間', '30〜1440分')}
        {field('freeLookSec', 'お試し視聴', '0〜60秒。0でなし')}
        {field('watchMin', '視聴の下限', 'pt/分')}
        {field('watchMax', '視聴の上限', 'pt/分')}
        {field('callMin', 'ビデオチャットの下限', 'pt/分')}
        {field('callMax', 'ビデオチャットの上限', 'pt/分')}
      </div>
      {changes.length > 0 ? (
        <ConfirmButton
          action={set}
          input={input}
          label="変更する"
          title="配信の設定を変更しますか？"
          variant="ink"
        >
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
        </ConfirmButton>
      ) : null}
    </ActionPanel>
  )
}
