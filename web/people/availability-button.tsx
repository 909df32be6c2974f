import { Bell, Check } from 'lucide-react'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './availability-button.module.css'
import { useAvailabilityRequest } from './availability-queries.ts'
import { useViewerRole } from './use-viewer-role.ts'

/** 空いたら知らせる: one notice when the broadcaster is on standby; a second press takes it back. A visitor registers. */
export const AvailabilityButton = ({ person }: { person: { id: string; name: string } }) => {
  const isVisitor = useViewerRole() === null
  const { isOpen, isBusy, toggle } = useAvailabilityRequest(person)
  return (
    <button
      type="button"
      className={styles.button}
      aria-pressed={isOpen}
      aria-label={`${person.name}さんが空いたら知らせる`}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (isVisitor) openRegistration()
        else if (!isBusy) toggle()
      }}
    >
      <Icon of={isOpen ? Check : Bell} size="s" />
      {isOpen ? 'お知らせします' : '空いたら知らせる'}
    </button>
  )
}
