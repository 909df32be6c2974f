import { CircleAlert, CircleCheck, CircleX, Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { adviceTexts, type Verdict, verdictTexts } from '#domain/calls/quality/pre-call-check.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { CheckView } from './check-view.ts'
import styles from './verdict-card.module.css'

const icons = {
  excellent: Sparkles,
  good: CircleCheck,
  unstable: CircleAlert,
  impossible: CircleX,
} as const satisfies Record<Verdict, unknown>

/** The result of the check, what to do about it, and how to continue. */
export const VerdictCard = ({
  result: { verdict, advice },
  nextLink,
  onAgain,
}: {
  result: NonNullable<CheckView['result']>
  nextLink: { to: string; label: string }
  onAgain: () => void
}) => {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'end' })
    card.current?.focus({ preventScroll: true })
  }, [])
  const { title, text } = verdictTexts[verdict]
  const canCall = verdict !== 'impossible'
  return (
    <div ref={card} tabIndex={-1} className={styles.verdict} data-verdict={verdict}>
      <Panel>
        <div className={styles.texts}>
          <Icon of={icons[verdict]} size="l" />
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {advice.length > 0 ? (
          <ul className={styles.advice}>
            {advice.map((code) => (
              <li key={code}>{adviceTexts[code]}</li>
            ))}
          </ul>
        ) : null}
        <div className={styles.actions}>
          {canCall ? (
            <ButtonLink variant="primary" block to={nextLink.to}>
              {nextLink.label}
            </ButtonLink>
          ) : null}
          <Button variant={canCall ? 'quiet' : 'primary'} block onClick={onAgain}>
            はじめからテストする
          </Button>
          {canCall ? null : (
            <ButtonLink variant="quiet" block to={nextLink.to}>
              {nextLink.label}
            </ButtonLink>
          )}
        </div>
      </Panel>
    </div>
  )
}
