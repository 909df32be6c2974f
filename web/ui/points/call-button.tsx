import { Phone, Video } from 'lucide-react'
import type { CallKind } from '#contract/calls/calls.ts'
import { Link } from '#web/router/router.ts'
import { callKindLongText, callKindText } from '#web/text/states.ts'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './call-button.module.css'
import { PriceTag } from './price-tag.tsx'
import { priceTappedState } from './price-tapped.ts'

interface CallButtonProps {
  kind: CallKind
  ratePointsPerMin: number
  /** The name of the callee for screen readers, without さん. */
  name: string
  /** `solid` once per screen; `wait` when the person can't accept a call now (the price is shown, the button disabled). */
  variant?: 'tonal' | 'solid' | 'outline' | 'wait'
  /** In place of the kind's: かけ直す. */
  word?: string
  /** The action for screen readers, where the button starts no call. */
  spoken?: string
  size?: 'm' | 'l'
  /** Icon above price; for the bar of a profile. */
  stacked?: boolean
  /** The kind's word is for screen readers alone; for the end of a row. */
  compact?: boolean
  className?: string | undefined
  to?: string
  onClick?: () => void
}

/** Icon, kind and price per minute, always together: nobody starts spending without having seen the price. */
export const CallButton = ({
  kind,
  ratePointsPerMin,
  name,
  variant = 'tonal',
  word,
  spoken = `で${name}さんに発信`,
  size = 'm',
  stacked = false,
  compact = false,
  className,
  to,
  onClick,
}: CallButtonProps) => {
  const look = classes(
    styles.button,
    styles[variant],
    size === 'l' && styles.large,
    stacked && styles.stacked,
    compact && styles.compact,
    className,
  )
  const content = (
    <>
      <span className={styles.kind}>
        <Icon of={kind === 'video' ? Video : Phone} className={styles.icon} />
        <span className={compact ? 'vh' : styles.word}>
          {word ?? (size === 'l' ? callKindLongText : callKindText)[kind]}
        </span>
      </span>
      <PriceTag amount={ratePointsPerMin} className={styles.price} />
      {variant === 'wait' ? null : <span className="vh">{spoken}</span>}
    </>
  )
  if (variant === 'wait') return <p className={look}>{content}</p>
  if (to !== undefined)
    return (
      <Link to={to} state={priceTappedState(ratePointsPerMin)} className={look} onClick={onClick}>
        {content}
      </Link>
    )
  return (
    <button type="button" className={look} onClick={onClick}>
      {content}
    </button>
  )
}
