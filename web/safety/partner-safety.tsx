import type { CallEndedInfo } from '#domain/calls/post-call.ts'
import styles from './partner-safety.module.css'
import { SafetyMenu } from './safety-menu.tsx'

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
