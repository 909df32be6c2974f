import { MicOff, VideoOff } from 'lucide-react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './partner-sending.module.css'

/** What the partner's page says that it sends; null before it said anything. */
export const partnerSendingOf = ({ role, live }: CallSnapshot) =>
  live.sending[role === 'caller' ? 'broadcaster' : 'caller']

/** Badges for what the partner has switched off. The own switches say it of themselves. */
export const PartnerSending = ({ call }: { call: CallSnapshot | null }) => {
  const sending = call && partnerSendingOf(call)
  const isMuted = sending?.microphone === false
  const isDark = sending?.camera === false && call?.live.kind === 'video'
  return (
    <div className={styles.badges} role="status">
      {isMuted ? (
        <p>
          <Icon of={MicOff} size="xs" />
          お相手はミュート中です
        </p>
      ) : null}
      {isDark ? (
        <p>
          <Icon of={VideoOff} size="xs" />
          お相手のカメラがオフです
        </p>
      ) : null}
    </div>
  )
}
