import { Plus } from 'lucide-react'
import { pollChoiceMax, pollChoicesMax, pollChoicesMin, pollDaysMax } from '#contract/timeline/timeline.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/form/field.tsx'
import styles from './composer.module.css'

export interface PollDraft {
  choices: readonly string[]
  days: number
}

export const emptyPoll: PollDraft = { choices: ['', ''], days: 1 }

const days = Array.from({ length: pollDaysMax }, (_, index) => index + 1)

/** A poll's choices, and how long it runs. */
export const PollFields = ({ poll, onChange }: { poll: PollDraft; onChange: (poll: PollDraft) => void }) => (
  <div className={styles.poll}>
    {poll.choices.map((choice, index) => (
      <Input
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is its place
        key={index}
        aria-label={`選択肢 ${index + 1}`}
        placeholder={`選択肢 ${index + 1}${index >= pollChoicesMin ? '（任意）' : ''}`}
        maxLength={pollChoiceMax}
        value={choice}
        onChange={(event) =>
          onChange({
            ...poll,
            choices: poll.choices.map((each, at) => (at === index ? event.target.value : each)),
          })
        }
      />
    ))}
    {poll.choices.length < pollChoicesMax ? (
      <Button
        size="s"
        variant="text"
        icon={Plus}
        onClick={() => onChange({ ...poll, choices: [...poll.choices, ''] })}
      >
        選択肢をふやす
      </Button>
    ) : null}
    <Field label="受け付ける期間">
      <Select value={poll.days} onChange={(event) => onChange({ ...poll, days: Number(event.target.value) })}>
        {days.map((each) => (
          <option key={each} value={each}>
            {each}日間
          </option>
        ))}
      </Select>
    </Field>
  </div>
)
