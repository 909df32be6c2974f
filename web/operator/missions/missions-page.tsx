import { useState } from 'react'
import {
  type MissionEvent,
  type MissionKind,
  missionEvents,
  missionKinds,
  type OperatorMission,
  operatorMissionsEndpoints,
} from '#contract/missions/missions.ts'
import { count, points } from '#web/text/format.ts'
import { Field, Input, Select } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { numberIn } from '../points/transfer-actions.tsx'

const kindText: Record<MissionKind, string> = { onboarding: '1回だけ', daily: '毎日', streak: '連続' }
const eventText: Record<MissionEvent, string> = {
  profile: 'プロフィール',
  favourite: 'お気に入り',
  chat: 'メッセージ',
  call: '1分以上の通話',
  phone: '電話番号の確認',
  push: 'プッシュ通知',
  board: '掲示板の書き込み',
  checkIn: 'チェックイン',
}

const fresh: OperatorMission = {
  ...{ missionId: '', kind: 'daily', event: 'call', title: '', target: 1, points: 10, isOpen: true },
}

/** Missions and their points. */
export const OperatorMissionsPage = () => {
  const query = useOperatorQuery(operatorMissionsEndpoints.operatorMissions, {})
  return (
    <>
      <PageHead
        title="ミッション"
        about="達成した会員に無料ポイントを渡します。はじめての6つは、合わせて500ptにしてください。毎日と連続のミッションは、電話番号を確認した会員だけが受け取れます。"
      />
      <QueryStates query={query}>
        {({ missions }) => (
          <>
            {missions.map(({ received, granted, ...mission }) => (
              <MissionPanel
                key={JSON.stringify(mission)}
                stored={mission}
                about={`${kindText[mission.kind]}・${eventText[mission.event]}。${count(received)}回、${points(granted)}を渡しました。`}
              />
            ))}
            <MissionPanel
              key={`new ${missions.length}`}
              stored={fresh}
              about="新しいミッションを追加します。"
              isNew
            />
          </>
        )}
      </QueryStates>
    </>
  )
}

interface Draft extends Omit<OperatorMission, 'target' | 'points'> {
  target: string
  points: string
}
type Change = (changes: Partial<Draft>) => void

const MissionPanel = ({
  stored,
  about,
  isNew = false,
}: {
  stored: OperatorMission
  about: string
  isNew?: boolean
}) => {
  const save = useOperatorAction(operatorMissionsEndpoints.operatorSaveMission)
  const [draft, setDraft] = useState<Draft>({
    ...stored,
    target: String(stored.target),
    points: String(stored.points),
  })
  const change: Change = (changes) => setDraft({ ...draft, ...changes })
  const input = { ...draft, target: numberIn(draft.target), points: numberIn(draft.points) }
  const isChanged = JSON.stringify(input) !== JSON.stringify(stored)
  return (
    <ActionPanel title={isNew ? '追加' : stored.title} about={about}>
      {isNew ? <Nature draft={draft} onChange={change} /> : null}
      <Terms draft={draft} onChange={change} />
      {isChanged ? (
        <ConfirmButton
          action={save}
          input={input}
          label="保存する"
          title="このミッションを保存しますか？"
          variant="ink"
        />
      ) : null}
    </ActionPanel>
  )
}

/** What a mission is: it never changes afterwards. */
const Nature = ({ draft, onChange }: { draft: Draft; onChange: Change }) => (
  <>
    <Field label="記号" note="半角英数字">
      <Input value={draft.missionId} onChange={(event) => onChange({ missionId: event.target.value })} />
    </Field>
    <Field label="種類">
      <Select value={draft.kind} onChange={(event) => onChange({ kind: event.target.value as MissionKind })}>
        {missionKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindText[kind]}
          </option>
        ))}
      </Select>
    </Field>
    <Field label="数えるもの">
      <Select
        value={draft.event}
        onChange={(event) => onChange({ event: event.target.value as MissionEvent })}
      >
        {missionEvents.map((each) => (
          <option key={each} value={each}>
            {eventText[each]}
          </option>
        ))}
      </Select>
    </Field>
  </>
)

const Terms = ({ draft, onChange }: { draft: Draft; onChange: Change }) => (
  <>
    <Field label="名前">
      <Input value={draft.title} onChange={(event) => onChange({ title: event.target.value })} />
    </Field>
    <Field label="目標" note="回・日">
      <Input
        inputMode="numeric"
        value={draft.target}
        onChange={(event) => onChange({ target: event.target.value })}
      />
    </Field>
    <Field label="ポイント" note="pt">
      <Input
        inputMode="numeric"
        value={draft.points}
        onChange={(event) => onChange({ points: event.target.value })}
      />
    </Field>
    <Field label="状態">
      <Select
        value={draft.isOpen ? 'open' : 'closed'}
        onChange={(event) => onChange({ isOpen: event.target.value === 'open' })}
      >
        <option value="open">公開中</option>
        <option value="closed">停止中</option>
      </Select>
    </Field>
  </>
)
