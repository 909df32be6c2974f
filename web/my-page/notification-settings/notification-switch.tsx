import { useState } from 'react'
import { newChatStorage } from '#web/chat/new-chat/new-chat-storage.ts'
import { PushRow } from '#web/push/push-row.tsx'
import { localStore } from '#web/shell/local-store.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './notification-switch.module.css'

const storage = newChatStorage(localStore)

/** This browser's notifications; stored in it for every account (specification 3, enableNotifications). */
export const NotificationSwitch = () => {
  const [isOn, setIsOn] = useState(storage.areNotificationsOn)
  const change = (next: boolean) => {
    storage.switchNotifications(next)
    setIsOn(next)
  }
  return (
    <Panel title="このブラウザ">
      <div className={styles.row}>
        <p>
          <b id="new-chat-notifications">トークの新着をお知らせ</b>
          <span id="new-chat-notifications-explanation">
            メッセージが届くと画面の上に表示します。このブラウザだけの設定です。
          </span>
        </p>
        <Switch
          isOn={isOn}
          labelledBy="new-chat-notifications"
          describedBy="new-chat-notifications-explanation"
          onSwitch={change}
        />
      </div>
      <PushRow className={styles.row} />
    </Panel>
  )
}
