import { studioEndpoints } from '#contract/studio/studio.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import styles from './standby-switch.module.css'
import { useStudio, useStudioChange } from './studio-queries.ts'

/** 待機 without an open page. Absent until it is known: the switch above it is the main one. */
export const PushStandby = () => {
  const { data } = useStudio()
  const change = useStudioChange(studioEndpoints.updatePushStandby, {
    done: ({ pushStandby }) =>
      pushStandby ? 'プッシュ待機をオンにしました' : 'プッシュ待機をオフにしました',
    failed: '切り替えられませんでした',
  })
  if (!data) return null
  return (
    <div className={styles.push}>
      <div className={styles.row}>
        <h3 id="push-standby">プッシュ待機</h3>
        <Switch
          isOn={data.pushStandby}
          labelledBy="push-standby"
          describedBy="push-standby-explanation"
          busy={change.isPending}
          onSwitch={(pushStandby) => change.mutate({ pushStandby })}
        />
      </div>
      <p id="push-standby-explanation" className={styles.explanation}>
        待機をオンにしたままページを閉じても「待機中」と表示し、着信を通知でお知らせします。
      </p>
    </div>
  )
}
