import { useState } from 'react'
import { bookingNoteMax } from '#contract/bookings/bookings.ts'
import { type CallKind, callKinds } from '#contract/calls/calls.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { Profile } from '#contract/people/people.ts'
import { refusals } from '#contract/refusals.ts'
import { bookingMinutes, readBookingNote } from '#domain/bookings/proposal.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { callKindText } from '#web/text/states.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import { usualDay, usualTime } from './booking-times.ts'
import styles from './propose-modal.module.css'
import { useProposeBooking } from './queries.ts'
import { type PickedTime, TimePicker } from './time-picker.tsx'

type Draft = PickedTime & { kind: CallKind; minutes: number; note: string }

const firstDraft = ({ rates, schedule }: Profile, now: number): Draft => {
  const midnight = usualDay(schedule, now)
  return {
    kind: rates.video === null ? 'voice' : 'video',
    midnight,
    startsAt: usualTime(midnight, schedule, now),
    minutes: bookingMinutes[0],
    note: '',
  }
}

/** A caller proposes a time to the broadcaster. Nothing that was chosen is lost by a refusal. */
export const ProposeModal = ({ person, onClose }: { person: Profile; onClose: () => void }) => {
  const navigate = useNavigate()
  const [now] = useState(Date.now)
  const [first] = useState(() => firstDraft(person, now))
  const [draft, setDraft] = useState(first)
  const sent = useSentId()
  const propose = useProposeBooking()
  const isWarned = propose.error instanceof AnswerError && propose.error.code === 'contactWarning'
  const isNoteWrong = isRefusal(readBookingNote(draft.note))
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes })
    if (propose.isError) propose.reset()
  }
  const send = () => {
    if (draft.startsAt === null) return
    const { kind, minutes, note } = draft
    propose.mutate(
      {
        bookingId: sent.idOf(draft),
        partnerId: person.id,
        ...{ kind, minutes, note, isWarned },
        startsAt: new Date(draft.startsAt).toISOString(),
      },
      {
        onSuccess: () => {
          onClose()
          void showToast({
            tone: 'ok',
            title: '予約を申し込みました',
            text: '返事があったら、お知らせします。',
            action: { label: '見る', onPress: () => void navigate(paths.bookings()) },
          })
        },
      },
    )
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="通話を予約"
      dismissible={!propose.isPending}
      isWritten={draft !== first}
    >
      <Choice legend="通話">
        {callKinds.map((kind) => {
          const rate = person.rates[kind]
          return rate === null ? null : (
            <Chip key={kind} pressed={draft.kind === kind} onPress={() => change({ kind })}>
              {callKindText[kind]}
              <PriceTag amount={rate} />
            </Chip>
          )
        })}
      </Choice>
      <TimePicker value={draft} slots={person.schedule} now={now} onPick={change} />
      <Choice legend="長さの目安">
        {bookingMinutes.map((minutes) => (
          <Chip key={minutes} pressed={draft.minutes === minutes} onPress={() => change({ minutes })}>
            {minutes}分
          </Chip>
        ))}
      </Choice>
      <Field
        label="ひとこと"
        note={
          draft.note === '' ? (
            '任意'
          ) : (
            <span className="num">{`${graphemeCount(draft.note)}/${bookingNoteMax}`}</span>
          )
        }
        error={isNoteWrong ? refusals.bookingNoteWrong.message : null}
      >
        <Textarea
          rows={2}
          className={styles.note}
          value={draft.note}
          readOnly={propose.isPending}
          onChange={(event) => change({ note: event.target.value })}
        />
      </Field>
      <p className={styles.fairness}>予約ではポイントを使いません。通話がつながってから計算します。</p>
      <Refusal text={propose.error?.message} />
      <Button
        variant={isWarned ? 'quiet' : 'primary'}
        size="l"
        block
        busy={propose.isPending}
        disabled={isNoteWrong || draft.startsAt === null}
        onClick={send}
      >
        {isWarned ? 'このまま申し込む' : `${person.name}さんに申し込む`}
      </Button>
    </Modal>
  )
}

const Choice = ({ legend, children }: { legend: string; children: React.ReactNode }) => (
  <fieldset className={styles.choice}>
    <legend>{legend}</legend>
    <div>{children}</div>
  </fieldset>
)
