import { EllipsisVertical } from 'lucide-react'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { openSafety } from './safety-control.ts'
import type { SafetySubject } from './safety-subject.ts'

interface SafetyMenuProps extends SafetySubject {
  /** On a call screen: always dark. */
  night?: boolean
  /** Among several people: its name says whom it is about. */
  isOneOfMany?: boolean
  className?: string | undefined
}

/** The one safety control: a button that offers to block and to report. A visitor registers first. */
export const SafetyMenu = ({
  night = false,
  isOneOfMany = false,
  className,
  ...subject
}: SafetyMenuProps) => {
  const { status, data } = useSession()
  const { partner } = subject
  if (status === 'loading' || data?.user.id === partner.id) return null
  return (
    <IconButton
      icon={EllipsisVertical}
      label={isOneOfMany ? `${partner.name}さんをブロック・通報` : 'ブロック・通報'}
      size={isOneOfMany ? 's' : 'm'}
      aria-haspopup="dialog"
      className={className}
      onClick={() => (data ? openSafety({ ...subject, night }) : openRegistration())}
    />
  )
}
