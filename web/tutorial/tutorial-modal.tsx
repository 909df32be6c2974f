import { useRef, useState } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { callerSteps as steps } from './caller-steps.tsx'
import styles from './tutorial-modal.module.css'
import stepStyles from './tutorial-steps.module.css'

/** product.md 2.3: `/?showTutoModal=true` opens it; closing cleans the address. */
export const TutorialModal = () => {
  const navigate = useNavigate()
  const [current, setCurrent] = useState(0)
  const track = useRef<HTMLOListElement>(null)
  /** The slide that a button scrolls to: a tap counts at once, however far the slides have come. Null: a finger does. */
  const goal = useRef<number | null>(null)
  const isLast = current === steps.length - 1

  const close = () => void navigate(paths.home(), { replace: true, preventScrollReset: true })
  const show = (index: number) => {
    goal.current = index
    setCurrent(index)
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const list = track.current
    list?.scrollTo({ left: index * list.clientWidth, behavior: smooth ? 'smooth' : 'instant' })
  }

  return (
    <Modal open title="今宵のつかいかた" titleHidden closeButton={false} onClose={close}>
      <ol
        ref={track}
        className={styles.track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget
          if (goal.current === null) setCurrent(Math.round(scrollLeft / clientWidth))
          else if (Math.abs(scrollLeft - goal.current * clientWidth) < 2) goal.current = null
        }}
        onPointerDown={() => {
          goal.current = null
        }}
        onWheel={() => {
          goal.current = null
        }}
      >
        {steps.map(({ title, picture, text }, index) => (
          <li key={title} inert={index !== current}>
            <div className={classes(stepStyles.picture, 'night')}>{picture}</div>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.dots}>
        {steps.map(({ title }, index) => (
          <i key={title} className={classes(index === current && styles.on)} />
        ))}
        <span className="vh" aria-live="polite">
          {steps.length}枚中{current + 1}枚目 {steps[current]?.title}
        </span>
      </p>
      <Button variant="primary" size="l" block onClick={() => (isLast ? close() : show(current + 1))}>
        {isLast ? 'はじめる' : '次へ'}
      </Button>
      {isLast ? null : (
        <button type="button" className={styles.skip} onClick={close}>
          スキップ
        </button>
      )}
    </Modal>
  )
}
