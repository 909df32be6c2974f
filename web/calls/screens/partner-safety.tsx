import type { CallEndedInfo } from '#domain/calls/post-call.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import styles from './partner-safety.module.css'

/** The safety control in a corner of the modals after a call, as soon as the partner's name is known. */
export const PartnerSafety = ({
  partner,
  info,
  onBlocked,
}: {
  partner: { userName: string } | undefined
  info: CallEndedInfo
  onBlocked: () => void
}) =>
  partner ? (
    <SafetyMenu
      partner={{ id: info.partnerId, name: partner.userName }}
      place="pastCall"
      callId={info.callId ?? undefined}
      className={styles.corner}
      onBlocked={onBlocked}
    />
  ) : null
