import { Ban, ChevronRight, EllipsisVertical, Flag } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../account/session.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Modal } from '../ui/modal.tsx'
import { BlockModal } from './block-modal.tsx'
import { ReportModal } from './report-modal.tsx'
import styles from './safety-menu.module.css'
import type { SafetySubject } from './safety-subject.ts'

type Step = 'choose' | 'block' | 'report'

interface SafetyMenuProps extends SafetySubject {
  /** On a call screen: always dark. */
  night?: boolean
  className?: string | undefined
}

/** The one safety control: a button that offers to block and to report. A visitor has neither. */
export const SafetyMenu = ({ night = false, className, ...subject }: SafetyMenuProps) => {
  const memberId = useSession().data?.user.id
  const [step, setStep] = useState<Step | null>(null)
  if (memberId === undefined || memberId === subject.partner.id) return null
  const close = () => setStep(null)
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        label="ブロック・通報"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setStep('choose')}
      />
      <Modal open={step === 'choose'} onClose={close} title={`${subject.partner.name}さん`} night={night}>
        <ul className={styles.choices}>
          <li>
            <button type="button" onClick={() => setStep('block')}>
              <Icon of={Ban} />
              <span>
                ブロックする
                <small>お互いに見えなくなり、連絡できません</small>
              </span>
              <Icon of={ChevronRight} size="s" />
            </button>
          </li>
          <li>
            <button type="button" onClick={() => setStep('report')}>
              <Icon of={Flag} />
              <span>
                通報する
                <small>運営が内容を確認します</small>
              </span>
              <Icon of={ChevronRight} size="s" />
            </button>
          </li>
        </ul>
      </Modal>
      {step === 'block' ? <BlockModal {...subject} night={night} onClose={close} /> : null}
      {step === 'report' ? <ReportModal {...subject} night={night} onClose={close} /> : null}
    </>
  )
}
