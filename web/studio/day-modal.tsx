import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ScheduleSlot } from '#contract/people/people.ts'
import { studioEndpoints } from '#contract/studio/studio.ts'
import { clockLabel } from '#domain/people/schedule.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import {
  endLabel,
  movedTo,
  nextStretch,
  offeredEnds,
  offeredStarts,
  type Stretch,
  stretchesOf,
  weekdayNames,
  weekdaysInOrder,
  weekProblem,
  weekWith,
} from './day-draft.ts'
import styles from './day-modal.module.css'
import { useStudioChange } from './studio-queries.ts'
import { WeekdayName } from './weekday-name.tsx'

/** One day of the broadcaster's week, which can be copied to other days. Saving sends the week. */
export const DayModal = ({
  schedule,
  weekday,
  onClose,
}: {
  schedule: readonly ScheduleSlot[]
  weekday: number
  onClose: () => void
}) => {
  const [stretches, setStretches] = useState<readonly Stretch[]>(() => stretchesOf(schedule, weekday))
  const [others, setOthers] = useState<readonly number[]>([])
  const save = useStudioChange(studioEndpoints.updateSchedule, {
    done: () => '待機の予定を保存しました',
    failed: '予定を保存できませんでした',
  })
  const week = weekWith(schedule, [weekday, ...others], stretches)
  const problem = weekProblem(week)
  const next = nextStretch(stretches)
  return (
    <Modal open onClose={onClose} title={`${weekdayNames[weekday]}曜日の予定`} dismissible={!save.isPending}>
      {stretches.length === 0 ? <p className={styles.off}>この日はお休みです。</p> : null}
      <ul className={styles.stretches}>
        {stretches.map((stretch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch has nothing but its place
          <li key={index}>
            <StretchFields
              stretch={stretch}
              onChange={(changed) => setStretches(stretches.with(index, changed))}
              onRemove={() => setStretches(stretches.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      {next ? (
        <Button variant="quiet" size="s" icon={Plus} onClick={() => setStretches([...stretches, next])}>
          時間を追加
        </Button>
      ) : null}
      <CopyTo weekday={weekday} chosen={others} onChange={setOthers} />
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <Button
        variant="primary"
        block
        busy={save.isPending}
        aria-disabled={problem !== null}
        onClick={() => save.mutate({ schedule: week }, { onSuccess: onClose })}
      >
        保存する
      </Button>
    </Modal>
  )
}

const StretchFields = ({
  stretch,
  onChange,
  onRemove,
}: {
  stretch: Stretch
  onChange: (stretch: Stretch) => void
  onRemove: () => void
}) => {
  const id = useId()
  return (
    <div className={styles.fields}>
      <label className="vh" htmlFor={`${id}-from`}>
        開始
      </label>
      <select
        id={`${id}-from`}
        value={stretch.fromMinute}
        onChange={(event) => onChange(movedTo(stretch, Number(event.target.value)))}
      >
        {offeredStarts(stretch).map((minute) => (
          <option key={minute} value={minute}>
            {clockLabel(minute)}
          </option>
        ))}
      </select>
      <span aria-hidden="true">〜</span>
      <label className="vh" htmlFor={`${id}-to`}>
        終了
      </label>
      <select
        id={`${id}-to`}
        value={stretch.toMinute}
        onChange={(event) => onChange({ ...stretch, toMinute: Number(event.target.value) })}
      >
        {offeredEnds(stretch).map((minute) => (
          <option key={minute} value={minute}>
            {endLabel(minute)}
          </option>
        ))}
      </select>
      <IconButton
        icon={Trash2}
        label={`${clockLabel(stretch.fromMinute)}からの予定を消す`}
        onClick={onRemove}
      />
    </div>
  )
}

/** Copies the day to other days, whose stretches are replaced. */
const CopyTo = ({
  weekday,
  chosen,
  onChange,
}: {
  weekday: number
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}) => {
  const others = weekdaysInOrder.filter((other) => other !== weekday)
  const isAll = chosen.length === others.length
  return (
    <fieldset className={styles.copy}>
      <legend>ほかの曜日も同じ予定にする</legend>
      <div>
        {others.map((other) => (
          <Chip
            key={other}
            pressed={chosen.includes(other)}
            onPress={() =>
              onChange(chosen.includes(other) ? chosen.filter((day) => day !== other) : [...chosen, other])
            }
          >
            <WeekdayName weekday={other} />
          </Chip>
        ))}
        <Chip pressed={isAll} onPress={() => onChange(isAll ? [] : others)}>
          毎日
        </Chip>
      </div>
    </fieldset>
  )
}
