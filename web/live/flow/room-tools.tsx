import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  goalUnits,
  liveFlowEndpoints,
  liveMenuEndpoints,
  type MenuOrder,
  menuNameMax,
  slowModeSeconds,
} from '#contract/live/flow.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Queue } from './menu-sheet.tsx'
import styles from './sheets.module.css'
import { type LiveFlow, useAsk } from './use-flow.ts'

/** The broadcaster's own queue: each order is done or skipped, and the menu can be paused. */
export const MenuQueue = ({ live }: { live: LiveFlow }) => {
  const handle = useAsk(liveMenuEndpoints.handleLiveMenu)
  const names = useId()
  const { orders, state } = live.flow
  const { roomId } = live
  const act = async (action: Parameters<typeof handle.mutateAsync>[0]['action']) => {
    try {
      live.updateOrders((await handle.mutateAsync({ roomId, action })).orders)
    } catch {
      // Shown below the queue.
    }
  }
  const buttons = ({ orderId }: MenuOrder) => (
    <span className={styles.two}>
      <Button size="s" aria-disabled={handle.isPending} onClick={() => void act({ type: 'skip', orderId })}>
        見送る
      </Button>
      <Button
        size="s"
        variant="tonal"
        aria-disabled={handle.isPending}
        onClick={() => void act({ type: 'acknowledge', orderId })}
      >
        行った
      </Button>
    </span>
  )
  return (
    <div className={styles.tools}>
      <div className={styles.switchRow}>
        <span id={`${names}-label`}>メニューを休止する</span>
        <Switch
          isOn={state.isMenuPaused}
          labelledBy={`${names}-label`}
          describedBy={`${names}-note`}
          busy={handle.isPending}
          onSwitch={(isPaused) => void act({ type: 'pause', isPaused })}
        />
        <small id={`${names}-note`}>休止すると、順番待ちのポイントはすべて戻ります。</small>
      </div>
      {orders.length === 0 ? <p className={styles.hint}>順番待ちはありません。</p> : null}
      <Queue orders={orders} actions={buttons} />
      {handle.error ? (
        <p className={styles.refusal} role="alert">
          {handle.error.message}
        </p>
      ) : null}
    </div>
  )
}

/** Slow mode, and who helps with the comments. */
export const RoomTools = ({ live, onClose }: { live: LiveFlow; onClose: () => void }) => {
  const moderate = useAsk(liveFlowEndpoints.moderateLive)
  const { roomId, flow } = live
  const choices = useQuery({
    queryKey: ['live', 'moderators', roomId],
    queryFn: ({ signal }) => fetchEndpoint(liveFlowEndpoints.getModeratorChoices, { roomId }, { signal }),
    staleTime: 0,
  })
  const name = async (memberId: string | null) => {
    try {
      await moderate.mutateAsync({ roomId, action: { type: 'moderator', memberId } })
    } catch {
      // Shown below.
    }
    await choices.refetch()
  }
  return (
    <Modal open night title="コメントの設定" onClose={onClose}>
      <fieldset className={styles.choice}>
        <legend>低速モード</legend>
        {slowModeSeconds.map((seconds) => (
          <Chip
            key={seconds}
            pressed={flow.state.slowModeSec === seconds}
            disabled={moderate.isPending}
            onPress={() => moderate.mutate({ roomId, action: { type: 'slowMode', seconds } })}
          >
            {seconds === 0 ? 'なし' : `${seconds}秒`}
          </Chip>
        ))}
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>見守り役</legend>
        <p className={styles.hint}>
          視聴中のお気に入りやフォロワーの方から1人。コメントの削除、ミュート、退出をお願いできます。
        </p>
        {(choices.data?.people ?? []).map(({ id, name: shown }) => {
          const isChosen = choices.data?.moderatorId === id
          return (
            <Chip
              key={id}
              pressed={isChosen}
              disabled={moderate.isPending}
              onPress={() => void name(isChosen ? null : id)}
            >
              {shown}
            </Chip>
          )
        })}
        {choices.data?.people.length === 0 ? (
          <p className={styles.hint}>いま視聴中の方のなかには、いません。</p>
        ) : null}
      </fieldset>
      {moderate.error ? (
        <p className={styles.refusal} role="alert">
          {moderate.error.message}
        </p>
      ) : null}
    </Modal>
  )
}

const unitText = { count: 'プレゼントとメニューの数', points: '合計のポイント' } as const
const digitsOf = (written: string): number => Number(written.normalize('NFKC').replaceAll(/\D/g, ''))

/** Sets the goal of the room, or withdraws it. */
export const GoalForm = ({ live, onClose }: { live: LiveFlow; onClose: () => void }) => {
  const set = useAsk(liveFlowEndpoints.setLiveGoal)
  const terms = useQuery({
    queryKey: ['live', 'own-menu'],
    queryFn: ({ signal }) => fetchEndpoint(liveMenuEndpoints.getMyLiveMenu, {}, { signal }),
  })
  const [name, setName] = useState('')
  const [unit, setUnit] = useState<(typeof goalUnits)[number]>('count')
  const [target, setTarget] = useState('10')
  const [bonus, setBonus] = useState('0')
  const [goalId] = useState(() => crypto.randomUUID())
  const { roomId, flow } = live
  const save = async (goal: Parameters<typeof set.mutateAsync>[0]['goal']) => {
    try {
      await set.mutateAsync({ roomId, goal })
      onClose()
    } catch {
      // Shown below.
    }
  }
  const bonusMax = terms.data?.bonusMax ?? 0
  const isWhole = name.trim() !== '' && digitsOf(target) > 0
  return (
    <Modal open night title="みんなの目標" onClose={onClose} dismissible={!set.isPending}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole)
            void save({ goalId, name, unit, target: digitsOf(target), bonusPoints: digitsOf(bonus) })
        }}
      >
        <Field label="目標の名前" note={`${menuNameMax}文字まで`}>
          <Input value={name} maxLength={menuNameMax * 2} onChange={(event) => setName(event.target.value)} />
        </Field>
        <fieldset className={styles.choice}>
          <legend>数えるもの</legend>
          {goalUnits.map((each) => (
            <Chip key={each} pressed={unit === each} onPress={() => setUnit(each)}>
              {unitText[each]}
            </Chip>
          ))}
        </fieldset>
        <Field label="目標" note={unit === 'points' ? 'pt' : '個'}>
          <Input inputMode="numeric" value={target} onChange={(event) => setTarget(event.target.value)} />
        </Field>
        {bonusMax > 0 ? (
          <Field
            label="達成のボーナス"
            note={`1人 ${bonusMax}ptまで`}
            hint={`運営からお渡しします。参加した方のご利用分の${terms.data?.bonusPercent ?? 0}%が上限です。`}
          >
            <Input inputMode="numeric" value={bonus} onChange={(event) => setBonus(event.target.value)} />
          </Field>
        ) : null}
        {set.error ? (
          <p className={styles.refusal} role="alert">
            {set.error.message}
          </p>
        ) : null}
        <Button block variant="primary" type="submit" busy={set.isPending} aria-disabled={!isWhole}>
          {flow.state.goal ? '新しい目標にする' : '目標を決める'}
        </Button>
        {flow.state.goal ? (
          <Button block aria-disabled={set.isPending} onClick={() => void save(null)}>
            いまの目標を取り下げる
          </Button>
        ) : null}
      </form>
    </Modal>
  )
}
