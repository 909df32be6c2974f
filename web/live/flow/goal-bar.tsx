import { toyMenuEndpoints } from '#contract/live/flow.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './flow.module.css'
import { goalView } from './flow-model.ts'
import { type LiveFlow, useAsk } from './use-flow.ts'

/** How far the room's goal is, and the own bonus once it is reached. Nothing without a goal. */
export const GoalBar = ({ live }: { live: LiveFlow }) => {
  const { goal } = live.flow.state
  const receive = useAsk(toyMenuEndpoints.receiveMenuReleasePointbackBonus)
  if (!goal) return null
  const { text, figures, part, tone } = goalView(goal)
  const { bonus } = live.flow
  const receiveBonus = async () => {
    try {
      const { points: received } = await receive.mutateAsync({ goalId: goal.goalId })
      live.bonusReceived()
      await showToast({ tone: 'ok', title: `${points(received)}を受け取りました` })
    } catch {
      // Shown below the bar.
    }
  }
  return (
    <div className={styles.goal} data-tone={tone}>
      <span>{text}</span>
      <span className="num">{figures}</span>
      <progress max={1} value={part} aria-label={text} />
      {goal.bonusPoints > 0 && !goal.isReached ? (
        <small>
          達成すると、参加した方に最大{points(goal.bonusPoints)}（ご利用分の{goal.bonusPercent}%まで）
        </small>
      ) : null}
      {bonus && !bonus.isReceived ? (
        <Button size="s" variant="primary" busy={receive.isPending} onClick={() => void receiveBonus()}>
          ボーナス{points(bonus.points)}を受け取る
        </Button>
      ) : null}
      {receive.error ? (
        <small role="alert" className={styles.refusal}>
          {receive.error.message}
        </small>
      ) : null}
    </div>
  )
}
