import { Ban, ChevronRight, Flag, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isIncomingPage } from '#domain/calls/call-pages.ts'
import { useLocation } from '#web/router/router.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { AreModalsAside } from '#web/ui/dialog/modals-aside.ts'
import { Icon } from '#web/ui/icon.tsx'
import { BlockModal } from './block-modal.tsx'
import { ReportModal } from './report-modal.tsx'
import { closeSafety, type SafetyRequest } from './safety-control.ts'
import styles from './safety-menu.module.css'

type Step = 'choose' | 'block' | 'report'

/** Those that were opened on another page make way for a ring. */
export const SafetyDialogs = ({ request }: { request: SafetyRequest }) => {
  const { pathname } = useLocation()
  const [openedOn] = useState(pathname)
  return (
    <AreModalsAside value={isIncomingPage(pathname) && pathname !== openedOn}>
      <Steps request={request} />
    </AreModalsAside>
  )
}

/** The choice between block and report, then the dialog of the choice. */
const Steps = ({ request }: { request: SafetyRequest }) => {
  const [step, setStep] = useState<Step>('choose')
  useClosingOnMove(step)
  if (step === 'block') return <BlockModal {...request} onClose={closeSafety} />
  if (step === 'report') return <ReportModal {...request} onClose={closeSafety} />
  return (
    <Modal open onClose={closeSafety} title={`${request.partner.name}さん`} night={request.night}>
      <ul className={styles.choices}>
        <Choice
          icon={Ban}
          label="ブロックする"
          note="お互いに見えなくなり、連絡できません"
          onPress={() => setStep('block')}
        />
        <Choice
          icon={Flag}
          label="通報する"
          note="運営が内容を確認します"
          onPress={() => setStep('report')}
        />
      </ul>
    </Modal>
  )
}

/** A route change closes the dialogs; a report that is being written stays open, also when its call ends. */
const useClosingOnMove = (step: Step) => {
  const { pathname } = useLocation()
  const shownOn = useRef(pathname)
  const moved = useEffectEvent(() => {
    if (step !== 'report') closeSafety()
  })
  useEffect(() => {
    if (shownOn.current === pathname) return
    shownOn.current = pathname
    moved()
  }, [pathname])
}

const Choice = ({
  icon,
  label,
  note,
  onPress,
}: {
  icon: LucideIcon
  label: string
  note: string
  onPress: () => void
}) => (
  <li>
    <button type="button" onClick={onPress}>
      <Icon of={icon} />
      <span>
        {label}
        <small>{note}</small>
      </span>
      <Icon of={ChevronRight} size="s" />
    </button>
  </li>
)
