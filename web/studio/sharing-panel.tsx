import { studioEndpoints } from '#contract/studio/studio.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './standby-switch.module.css'
import { useStudioChange } from './studio-queries.ts'

/** Whether a shared link to the profile shows the broadcaster; off until the broadcaster switches it on. */
export const SharingPanel = ({ isShared }: { isShared: boolean }) => {
  const change = useStudioChange(studioEndpoints.updateSharing, {
    done: ({ isShared: isOn }) => (isOn ? '紹介カードをオンにしました' : '紹介カードをオフにしました'),
    failed: '切り替えられませんでした',
  })
  return (
    <Panel>
      <div className={styles.row}>
        <h2 id="sharing">SNSの紹介カード</h2>
        <Switch
          isOn={isShared}
          labelledBy="sharing"
          describedBy="sharing-explanation"
          busy={change.isPending}
          onSwitch={(isOn) => change.mutate({ isShared: isOn })}
        />
      </div>
      <p id="sharing-explanation" className={styles.explanation}>
        プロフィールのリンクがSNSなどで共有されたときに、ニックネーム、写真、自己紹介の1文をカードで見せます。オフにしても、ほかのサービスに残ったカードは消せません。
      </p>
    </Panel>
  )
}
