import { useState } from 'react'
import { operatorAgeBandsEndpoints } from '#contract/points/operator/age-bands.ts'
import { type AgeRange, ageRanges, firstBandAge } from '#domain/points/age-bands.ts'
import { ageRangeText, bandLimitText } from '#web/points/age-band-text.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { QueryStates } from '../parts/query-states.tsx'
import { numberIn } from './transfer-actions.tsx'

/** How much members of an age may buy in a month. */
export const AgeBandsPanel = () => {
  const query = useOperatorQuery(operatorAgeBandsEndpoints.operatorAgeBands, {})
  return (
    <>
      <QueryStates query={query}>
        {({ bands }) => (
          <DataTable
            label="年齢による上限"
            columns={columns}
            rows={ageRanges(bands)}
            keyOf={({ fromAge }) => String(fromAge)}
          />
        )}
      </QueryStates>
      <BandForm />
    </>
  )
}

const Removal = ({ range }: { range: AgeRange }) => {
  const remove = useOperatorAction(operatorAgeBandsEndpoints.operatorRemoveAgeBand)
  return (
    <ConfirmButton
      action={remove}
      input={{ fromAge: range.fromAge }}
      label="削除する"
      title={`${ageRangeText(range)}の上限を削除しますか？`}
    >
      <p>この年齢の方には、ひとつ若い年齢の上限が適用されます。</p>
    </ConfirmButton>
  )
}

const columns: readonly Column<AgeRange>[] = [
  { head: '年齢', wide: true, cell: (range) => <b>{ageRangeText(range)}</b> },
  { head: 'ひと月の上限', align: 'end', cell: bandLimitText },
  {
    head: '操作',
    cell: (range) => (range.fromAge === firstBandAge ? null : <Removal range={range} />),
  },
]

/** Adds a band; a band that begins at the same age is replaced. */
const BandForm = () => {
  const save = useOperatorAction(operatorAgeBandsEndpoints.operatorSaveAgeBand)
  const [age, setAge] = useState('')
  const [limit, setLimit] = useState('')
  const fromAge = numberIn(age)
  const monthlyYen = limit.trim() === '' ? null : numberIn(limit)
  return (
    <ActionPanel
      title="年齢による上限を加える・変える"
      about="ひと月に購入できる金額です。これからの購入に、すぐに適用します。"
    >
      <Field label="年齢" note="歳から" hint="同じ年齢からの上限があれば、金額を変更します。">
        <Input inputMode="numeric" value={age} onChange={(event) => setAge(event.target.value)} />
      </Field>
      <Field label="ひと月の上限" note="円" hint="空欄にすると、年齢による上限はなくなります。">
        <Input inputMode="numeric" value={limit} onChange={(event) => setLimit(event.target.value)} />
      </Field>
      <ConfirmButton
        action={save}
        input={{ fromAge, monthlyYen }}
        label="保存する"
        title={`${fromAge}歳からの上限を保存しますか？`}
        variant="ink"
      >
        <p>ひと月の上限は、{bandLimitText({ monthlyYen })}です。</p>
      </ConfirmButton>
    </ActionPanel>
  )
}
