import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { operatorLiveFlowEndpoints } from '#contract/live/operator.ts'
import { points } from '#web/text/format.ts'
import { Field, Input, Textarea } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import presentStyles from './live-flow-page.module.css'
import { numberIn } from './transfer-actions.tsx'

type Answer = OutputOf<typeof operatorLiveFlowEndpoints.operatorLiveFlow>

/** What operators set for live rooms: prices, the goal's bonus, devices, presents and refused words. */
export const LiveFlowPage = () => {
  const query = useOperatorQuery(operatorLiveFlowEndpoints.operatorLiveFlow, {})
  return (
    <>
      <PageHead
        title="ライブ配信の料金"
        about="コメントとプレゼントの料金、目標のボーナス、メニューの利用、送れない言葉です。変更はすぐに反映されます。"
      />
      <QueryStates query={query}>
        {({ setting, presents, words }) => (
          <>
            <SettingForm key={JSON.stringify(setting)} before={setting} />
            <PresentsForm key={JSON.stringify(presents)} before={presents} />
            <WordsForm key={words.join()} before={words} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const SettingForm = ({ before }: { before: Answer['setting'] }) => {
  const set = useOperatorAction(operatorLiveFlowEndpoints.operatorSetLiveFlow)
  const [comment, setComment] = useState(String(before.commentPoints))
  const [bonusMax, setBonusMax] = useState(String(before.goalBonusMax))
  const [percent, setPercent] = useState(String(before.goalBonusPercent))
  const [hasDevices, setHasDevices] = useState(before.hasDevices)
  const input = {
    commentPoints: numberIn(comment),
    goalBonusMax: numberIn(bonusMax),
    goalBonusPercent: numberIn(percent),
    hasDevices,
  }
  const isChanged = JSON.stringify(input) !== JSON.stringify(before)
  return (
    <ActionPanel
      title="料金と上限"
      about="目標のボーナスは、運営が無料ポイントでお渡しします。1人の上限と、その人が目標のために使った分に対する割合の、少ないほうまでです。"
    >
      <Field label="コメント1件の料金" note="5〜500の5pt単位">
        <Input inputMode="numeric" value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
      <Field label="目標のボーナスの上限" note="1人、pt">
        <Input inputMode="numeric" value={bonusMax} onChange={(event) => setBonusMax(event.target.value)} />
      </Field>
      <Field label="目標のボーナスの割合" note="0〜30%">
        <Input inputMode="numeric" value={percent} onChange={(event) => setPercent(event.target.value)} />
      </Field>
      <label className={presentStyles.check}>
        <input
          type="checkbox"
          checked={hasDevices}
          onChange={(event) => setHasDevices(event.target.checked)}
        />
        配信のメニューと機器を使えるようにする
      </label>
      {isChanged ? (
        <ConfirmButton
          action={set}
          input={input}
          label="変更する"
          title="ライブ配信の料金と上限を変更しますか？"
          variant="ink"
        >
          <p>
            コメントは{points(before.commentPoints)}から{points(input.commentPoints)}
            になります。前の料金の画面から送られたコメントは、料金をかけずにお断りします。
          </p>
        </ConfirmButton>
      ) : null}
    </ActionPanel>
  )
}

const PresentsForm = ({ before }: { before: Answer['presents'] }) => {
  const set = useOperatorAction(operatorLiveFlowEndpoints.operatorSetPresents)
  const [presents, setPresents] = useState<readonly Answer['presents'][number][]>(before)
  const change = (presentId: string, part: Partial<Answer['presents'][number]>) =>
    setPresents((now) => now.map((each) => (each.presentId === presentId ? { ...each, ...part } : each)))
  const up = (index: number) => {
    const moved = presents[index]
    if (moved) setPresents(presents.toSpliced(index, 1).toSpliced(index - 1, 0, moved))
  }
  const input = { presents: presents.map(({ picture: _, ...present }) => present) }
  return (
    <ActionPanel title="プレゼント" about="50〜500の5pt単位です。同じ料金のものは、ここの順に並びます。">
      <ul className={presentStyles.presents}>
        {presents.map(({ presentId, name, points: price, picture, isOnSale }, index) => (
          <li key={presentId}>
            <img src={picture} alt="" width={40} height={40} />
            <Input
              aria-label={`${name}の名前`}
              value={name}
              maxLength={20}
              onChange={(event) => change(presentId, { name: event.target.value })}
            />
            <Input
              aria-label={`${name}のポイント`}
              inputMode="numeric"
              value={String(price)}
              onChange={(event) => change(presentId, { points: numberIn(event.target.value) })}
            />
            <label className={presentStyles.check}>
              <input
                type="checkbox"
                checked={isOnSale}
                onChange={(event) => change(presentId, { isOnSale: event.target.checked })}
              />
              販売中
            </label>
            <IconButton
              icon={ArrowUp}
              label={`${name}を上へ`}
              disabled={index === 0}
              onClick={() => up(index)}
            />
          </li>
        ))}
      </ul>
      {JSON.stringify(presents) === JSON.stringify(before) ? null : (
        <ConfirmButton
          action={set}
          input={input}
          label="保存する"
          title="プレゼントを変更しますか？"
          variant="ink"
        >
          <p>前の料金の画面から贈られたものは、料金をかけずにお断りします。</p>
        </ConfirmButton>
      )}
    </ActionPanel>
  )
}

const WordsForm = ({ before }: { before: readonly string[] }) => {
  const set = useOperatorAction(operatorLiveFlowEndpoints.operatorSetLiveWords)
  const [written, setWritten] = useState(before.join('\n'))
  const words = written.split('\n').flatMap((word) => (word.trim() ? [word.trim()] : []))
  return (
    <ActionPanel
      title="送れない言葉"
      about="1行に1つ。ひらがなとカタカナ、全角と半角、間の空白や記号は区別しません。含むコメントは、料金をかけずにお断りします。"
    >
      <Field label="言葉" note={`${words.length}個`}>
        <Textarea rows={8} value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
      {words.join() === before.join() ? null : (
        <ConfirmButton
          action={set}
          input={{ words }}
          label="保存する"
          title="送れない言葉を変更しますか？"
          variant="ink"
        >
          <p className={styles.said}>{words.length}個の言葉になります。</p>
        </ConfirmButton>
      )}
    </ActionPanel>
  )
}
