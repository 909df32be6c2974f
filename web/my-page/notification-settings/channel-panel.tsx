import type { Role } from '#contract/account/account.ts'
import type {
  NotificationChannel,
  NotificationChoice,
  NotificationKind,
  NotificationSettings,
} from '#contract/notifications/notification-settings.ts'
import { useMe } from '#web/session/use-me.ts'
import { Panel } from '#web/ui/panel.tsx'
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

interface KindText {
  name: string
  /** What it means, where the name alone isn't clear. */
  explanation?: string
  /** The role that gets it; other members never do. */
  of?: Role
}

const kindTexts: Record<NotificationKind, KindText> = {
  ring: { name: '着信' },
  missedCall: { name: '不在着信' },
  chat: { name: 'トーク', explanation: '新着をお知らせします。本文は表示しません。' },
  videoRequest: { name: 'ビデオ通話のリクエスト', of: 'broadcaster' },
  favouriteStandby: {
    name: 'お気に入りの待機開始',
    explanation: 'お気に入りの方が待機をはじめたとき。1人につき1時間に1回までです。',
    of: 'caller',
  },
  favouritePost: {
    name: 'お気に入りの投稿',
    explanation: 'お気に入りの方がタイムラインに投稿したとき。1人につき1時間に1回までです。',
    of: 'caller',
  },
  timeline: {
    name: 'タイムライン',
    explanation: 'あなたの投稿へのコメント、コメントへの返信、あなたへのメンション。',
  },
  favouriteLive: {
    name: 'お気に入りの配信開始',
    explanation: 'お気に入りの方が配信をはじめたとき。1人につき1日に1回までです。',
    of: 'caller',
  },
  partnerAvailable: {
    name: '空いたら知らせる',
    explanation: 'お待ちの配信者が、待機中になったとき。',
    of: 'caller',
  },
  booking: {
    name: '通話の予約',
    explanation: '予約の申し込みや返事があったときと、10分前・開始時刻。',
  },
  reviewAnswered: { name: 'レビューへの返信', of: 'caller' },
  campaignOpen: {
    name: 'お知らせ・キャンペーン',
    explanation: 'キャンペーンのポイントを受け取れるようになったとき。',
    of: 'caller',
  },
  boardAnswered: {
    name: '掲示板の書き込み',
    explanation: '通知を受け取るスレッドに書き込みがあったとき。見るまでは1回だけです。',
  },
  pointsExpiring: { name: 'ポイントの期限', explanation: '期限の30日前・7日前・前日にお知らせします。' },
}
