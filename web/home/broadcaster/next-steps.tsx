import { ChevronRight, Landmark, MessageCircle, Star, UserRoundPen } from 'lucide-react'
import { type BroadcasterHome, homeCountMax } from '#contract/studio/studio.ts'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { useMissingOfProfile } from '#web/studio/profile-nudge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import styles from './broadcaster-home.module.css'

const counted = (figure: number): string => (figure >= homeCountMax ? `${figure}件以上` : `${figure}件`)

/** やること: what a broadcaster hasn't answered or filled in. */
export const NextSteps = ({ home }: { home: BroadcasterHome }) => {
  const memberId = useSession().data?.user.id ?? ''
  const missing = useMissingOfProfile()
  const steps = [
    home.unreadConversations > 0 && {
      icon: MessageCircle,
      text: `まだ読んでいないトークが${counted(home.unreadConversations)}あります`,
      to: paths.conversations(),
    },
    home.unansweredReviews > 0 && {
      icon: Star,
      text: `返信していないレビューが${counted(home.unansweredReviews)}あります`,
      to: paths.profile(memberId),
    },
    missing.length > 0 && {
      icon: UserRoundPen,
      text: `${missing.join('と')}を登録する`,
      to: paths.ownProfile(),
    },
    !home.hasPayoutAccount && {
      icon: Landmark,
      text: '報酬の振込先を登録する',
      to: paths.payout(),
    },
  ].filter((step) => step !== false)
  return (
    <Panel title="やること">
      {steps.length === 0 ? (
        <p className={styles.done}>いまはありません。すべて済んでいます。</p>
      ) : (
        <Rows className={styles.steps}>
          {steps.map(({ icon, text, to }) => (
            <li key={to}>
              <Link to={to}>
                <Icon of={icon} />
                <span>{text}</span>
                <Icon of={ChevronRight} size="s" />
              </Link>
            </li>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
