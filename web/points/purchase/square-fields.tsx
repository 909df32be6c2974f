import { useEffect, useRef, useState } from 'react'
import type { CardFields } from '#contract/points/purchase.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { attachSquareCardFields, type CardFieldsHandle } from './square-card-fields.ts'
import styles from './square-fields.module.css'

const fieldsHeight = 90

/** Square's own fields for a card. `onChange` receives the handle that checks the typed card; null without one. */
export const SquareFields = ({
  fields,
  onChange,
}: {
  fields: NonNullable<CardFields>
  onChange: (handle: CardFieldsHandle | null) => void
}) => {
  const { service, applicationId, locationId, script } = fields
  const element = useRef<HTMLDivElement>(null)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    const place = element.current
    if (!place) return
    let handle: CardFieldsHandle | null = null
    let isGone = false
    setState('loading')
    attachSquareCardFields({ service, applicationId, locationId, script }, place).then(
      (attached) => {
        if (isGone) return attached.remove()
        handle = attached
        setState('shown')
        latestOnChange.current(attached)
      },
      () => {
        if (!isGone) setState('failed')
      },
    )
    return () => {
      isGone = true
      handle?.remove()
      latestOnChange.current(null)
    }
  }, [service, applicationId, locationId, script, attempt])

  return (
    <div className={styles.fields}>
      {state === 'loading' ? <Skeleton height={fieldsHeight} /> : null}
      {state === 'failed' ? (
        <div role="alert" className={styles.failed}>
          <p>カードの入力欄を表示できませんでした。</p>
          <Button variant="quiet" onClick={() => setAttempt(attempt + 1)}>
            もう一度表示する
          </Button>
        </div>
      ) : null}
      <div ref={element} />
    </div>
  )
}
