import { Check, CircleAlert, CircleX, LoaderCircle, type LucideIcon, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { type CheckView, type StepName, type StepState, stepNames } from './check-view.ts'
import type { PreCallCheck } from './pre-call-check.ts'
import { stepBodies } from './step-bodies.tsx'
import { stateText, stepTitle } from './step-texts.ts'
import styles from './steps.module.css'

const marks: Partial<Record<StepState, LucideIcon>> = {
  running: LoaderCircle,
  passed: Check,
  warned: CircleAlert,
  failed: CircleX,
  skipped: Minus,
}

/** Follows the check: the current step is scrolled into view, and gets the focus when its button has gone. */
const useComesIntoView = (isOn: boolean) => {
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isOn) return
    card.current?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [isOn])
  return card
}

/** One step: its state as a word and a shape, and what there is to do. */
export const StepCard = ({ check, view, step }: { check: PreCallCheck; view: CheckView; step: StepName }) => {
  const state = view.steps[step]
  const isCurrent = view.stage === 'running' && view.current === step
  const card = useComesIntoView(isCurrent)
  const mark = marks[state]
  const Body = stepBodies[step]
  return (
    <li
      ref={card}
      className={styles.step}
      data-state={state}
      tabIndex={-1}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <div className={styles.head}>
        <span className={styles.mark}>
          {mark ? (
            <Icon of={mark} size="s" className={state === 'running' ? styles.spin : undefined} />
          ) : (
            <span aria-hidden="true">{stepNames.indexOf(step) + 1}</span>
          )}
        </span>
        <h2>{stepTitle(step, view)}</h2>
        <span className={styles.word}>{stateText(step, view)}</span>
      </div>
      <div className={styles.body}>
        <Body check={check} view={view} />
      </div>
    </li>
  )
}
