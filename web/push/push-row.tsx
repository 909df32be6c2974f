import type { ReactNode } from 'react'
import { useStore } from '#web/shell/use-store.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { isAppleTouchDevice } from './apple.ts'
import { pushRegistration } from './browser-push-ports.ts'
import { InstallSteps } from './install-steps.tsx'
import type { PushStatus } from './push-registration.ts'

const usual = '画面を閉じているあいだも、着信やトークの新着などを通知します。このブラウザだけの設定です。'

/** Only the browser's own settings undo a refusal: where they are. */
const howToAllow = (): string =>
  isAppleTouchDevice()
    ? '端末の「設定」→「通知」→「今宵」で、「通知を許可」をオンにしてください。'
    : 'アドレスバーの左のアイコンからサイトの設定を開き、「通知」を「許可」に変えてください。'

const explanation = (status: PushStatus): ReactNode => {
  switch (status) {
    case 'denied':
      return `ブラウザで通知が許可されていません。${howToAllow()}`
    case 'none':
      return 'このブラウザは、閉じているあいだの通知に対応していません。'
    case 'afterInstall':
      return 'ホーム画面に追加すると、閉じているあいだも着信などをお知らせできます。'
    case 'failed':
      return '登録できませんでした。通信環境をご確認のうえ、もう一度オンにしてください。'
    default:
      return usual
  }
}

/** マイページ: whether this browser is notified of calls while no page is open, and what prevents it. */
export const PushRow = ({ className }: { className: string | undefined }) => {
  const { status, isBusy } = useStore(pushRegistration.view)
  const canSwitch = status === 'on' || status === 'off' || status === 'failed'
  return (
    <div>
      <div className={className}>
        <p>
          <b id="push-notifications">閉じているあいだの通知</b>
          <span id="push-notifications-explanation" role={status === 'failed' ? 'alert' : undefined}>
            {explanation(status)}
          </span>
        </p>
        {canSwitch ? (
          <Switch
            isOn={status === 'on'}
            labelledBy="push-notifications"
            describedBy="push-notifications-explanation"
            busy={isBusy}
            onSwitch={(isOn) => void (isOn ? pushRegistration.switchOn() : pushRegistration.switchOff())}
          />
        ) : null}
      </div>
      {status === 'afterInstall' ? <InstallSteps /> : null}
    </div>
  )
}
