import { type ReactNode, useRef, useState } from 'react'
import { type CampaignOverview, operatorCampaignsEndpoints } from '#contract/points/operator/campaigns.ts'
import { count, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import pageStyles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import { type CampaignDraft, emptyDraft, termsOf } from './campaign-terms.ts'
import styles from './campaigns-page.module.css'

/** Point-back campaigns: their announcement, their cost, and a form for the next one. */
export const CampaignsPage = () => {
  const [isAdding, setIsAdding] = useState(false)
  const query = useOperatorQuery(operatorCampaignsEndpoints.operatorCampaigns, {})
  return (
    <>
      <PageHead
        title="キャンペーン"
        about="通話で使った有料ポイントの一部を、期間のあとに無料ポイントでお返しします。公開した内容は変更できません。"
      >
        {isAdding ? null : (
          <Button variant="tonal" size="s" onClick={() => setIsAdding(true)}>
            追加する
          </Button>
        )}
      </PageHead>
      {isAdding ? <AddForm onDone={() => setIsAdding(false)} /> : null}
      <QueryStates query={query}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <NothingHere title="キャンペーンはまだありません" />
          ) : (
            <DataTable label="キャンペーン" columns={columns} rows={campaigns} keyOf={({ id }) => id} />
          )
        }
      </QueryStates>
    </>
  )
}

const Period = ({ from, to }: { from: string; to: string }): ReactNode => (
  <>
    <DateText at={from} />〜<DateText at={to} />
  </>
)

const columns: Column<CampaignOverview>[] = [
  { head: '名前', cell: ({ name }) => name, wide: true },
  { head: '期間', cell: ({ startsAt, endsAt }) => <Period from={startsAt} to={endsAt} /> },
  { head: '受け取り', cell: ({ claimsFrom, claimsUntil }) => <Period from={claimsFrom} to={claimsUntil} /> },
  {
    head: '条件',
    cell: ({ percent, capPoints, validDays }) => `${percent}%・上限${points(capPoints)}・有効${validDays}日`,
  },
  {
    head: '付与',
    cell: ({ receivers, grantedPoints }) => `${count(receivers)}人・${points(grantedPoints)}`,
    align: 'end',
  },
]

const AddForm = ({ onDone }: { onDone: () => void }) => {
  const [draft, setDraft] = useState(emptyDraft)
  const id = useRef<string>(undefined)
  const add = useOperatorAction(operatorCampaignsEndpoints.operatorAddCampaign)
  const terms = termsOf(draft)
  const send = () => {
    if (!terms) return
    // One form makes one campaign, however often it is sent.
    id.current ??= crypto.randomUUID()
    add.mutate({ id: id.current, ...terms }, { onSuccess: onDone })
  }
  const field = (name: keyof CampaignDraft, type: 'text' | 'number' | 'datetime-local') => (
    <Input
      value={draft[name]}
      {...(type === 'number' ? { inputMode: 'numeric' } : { type })}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
    />
  )
  return (
    <Panel title="新しいキャンペーン" className={styles.panel}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field label="名前" hint="会員に表示されます">
          {field('name', 'text')}
        </Field>
        <div className={styles.row}>
          <Field label="期間の開始">{field('startsAt', 'datetime-local')}</Field>
          <Field label="期間の終了">{field('endsAt', 'datetime-local')}</Field>
          <Field label="受け取りの開始" hint="終了の10分後から">
            {field('claimsFrom', 'datetime-local')}
          </Field>
          <Field label="受け取りの終了">{field('claimsUntil', 'datetime-local')}</Field>
          <Field label="還元率（%）">{field('percent', 'number')}</Field>
          <Field label="1人の上限（pt）">{field('capPoints', 'number')}</Field>
          <Field label="有効日数">{field('validDays', 'number')}</Field>
        </div>
        {add.error ? (
          <p className={pageStyles.refusal} role="alert">
            {add.error.message}
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button variant="primary" type="submit" busy={add.isPending} aria-disabled={!terms}>
            公開する
          </Button>
          <Button variant="text" onClick={onDone}>
            やめる
          </Button>
        </div>
      </form>
    </Panel>
  )
}
