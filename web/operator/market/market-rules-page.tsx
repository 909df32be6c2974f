import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { type ItemCategory, itemCategories } from '#contract/market/market.ts'
import { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { categoryTexts, typedNumber } from '#web/market/texts.ts'
import { points } from '#web/text/format.ts'
import { Field, Input, Select, Textarea } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'

type Rules = OutputOf<typeof operatorMarketEndpoints.operatorMarketRules>

/** Bounds of prices, fees, and what may not be sold. */
export const MarketRulesPage = () => {
  const query = useOperatorQuery(operatorMarketEndpoints.operatorMarketRules, {})
  return (
    <>
      <PageHead title="フリマの決まり" about="変更は、これからの出品と購入に適用されます。" />
      <QueryStates query={query}>
        {(rules) => (
          <>
            <Bounds key={`${rules.pointsMin} ${rules.pointsMax} ${rules.twoOperatorsAbove}`} rules={rules} />
            <Fees rules={rules} />
            <Forbidding />
            <Forbidden rules={rules} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const Bounds = ({ rules }: { rules: Rules }) => {
  const set = useOperatorAction(operatorMarketEndpoints.operatorSetMarketBounds)
  const [written, setWritten] = useState({
    pointsMin: String(rules.pointsMin),
    pointsMax: String(rules.pointsMax),
    twoOperatorsAbove: String(rules.twoOperatorsAbove),
  })
  const input = {
    pointsMin: typedNumber(written.pointsMin),
    pointsMax: typedNumber(written.pointsMax),
    twoOperatorsAbove: typedNumber(written.twoOperatorsAbove),
  }
  const field = (name: keyof typeof written) => ({
    inputMode: 'numeric' as const,
    value: written[name],
    onChange: (event: { target: { value: string } }) =>
      setWritten((before) => ({ ...before, [name]: event.target.value })),
  })
  return (
    <ActionPanel title="価格の範囲" about="この価格をこえる取引の問題は、2人の担当者で決定します。">
      <Field label="価格の下限" note="pt">
        <Input {...field('pointsMin')} />
      </Field>
      <Field label="価格の上限" note="pt">
        <Input {...field('pointsMax')} />
      </Field>
      <Field label="2人で決定する価格" note="pt をこえるとき">
        <Input {...field('twoOperatorsAbove')} />
      </Field>
      <ConfirmButton
        action={set}
        input={input}
        label="変更する"
        title="価格の範囲を変更しますか？"
        variant="ink"
      >
        <p>
          {points(input.pointsMin)}〜{points(input.pointsMax)}、2人で決定するのは
          {points(input.twoOperatorsAbove)}をこえる取引です。
        </p>
      </ConfirmButton>
    </ActionPanel>
  )
}

const Fees = ({ rules }: { rules: Rules }) => {
  const set = useOperatorAction(operatorMarketEndpoints.operatorSetMarketFee)
  const [category, setCategory] = useState<ItemCategory>('fashion')
  const [written, setWritten] = useState('10')
  const percent = typedNumber(written)
  const now = rules.fees.find((fee) => fee.category === category)?.percent ?? 0
  return (
    <ActionPanel title="販売手数料" about={`${categoryTexts[category]}の手数料は、いま${now}%です。`}>
      <CategoryField
        label="カテゴリー"
        value={category}
        onChange={(next) => setCategory(next || 'fashion')}
      />
      <Field label="手数料" note="%（0〜50）">
        <Input inputMode="numeric" value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
      {percent > 50 ? null : (
        <ConfirmButton
          action={set}
          input={{ category, percent }}
          label="変更する"
          title={`${categoryTexts[category]}の手数料を${percent}%にしますか？`}
          variant="ink"
        />
      )}
    </ActionPanel>
  )
}

const CategoryField = ({
  label,
  value,
  none,
  onChange,
}: {
  label: string
  value: ItemCategory | ''
  none?: string
  onChange: (category: ItemCategory | '') => void
}) => (
  <Field label={label}>
    <Select
      value={value}
      onChange={(event) => onChange(itemCategories.find((each) => each === event.target.value) ?? '')}
    >
      {none ? <option value="">{none}</option> : null}
      {itemCategories.map((each) => (
        <option key={each} value={each}>
          {categoryTexts[each]}
        </option>
      ))}
    </Select>
  </Field>
)

const Forbidding = () => {
  const forbid = useOperatorAction(operatorMarketEndpoints.operatorForbidMarketSale)
  const [word, setWord] = useState('')
  const [category, setCategory] = useState<ItemCategory | ''>('')
  const [reason, setReason] = useState('')
  const isReady = reason.trim() !== '' && (word.trim() === '') !== (category === '')
  return (
    <ActionPanel
      title="出品できないものを追加"
      about="言葉かカテゴリーのどちらかと、出品者が読む理由を入力してください。全角・半角・ひらがな・カタカナは区別しません。"
    >
      <Field label="言葉">
        <Input value={word} onChange={(event) => setWord(event.target.value)} />
      </Field>
      <CategoryField label="カテゴリー" value={category} none="指定しない" onChange={setCategory} />
      <Field label="理由">
        <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {isReady ? (
        <ConfirmButton
          action={forbid}
          input={{
            reason: reason.trim(),
            ...(word.trim() === '' ? {} : { word: word.trim() }),
            ...(category === '' ? {} : { category }),
          }}
          label="追加する"
          title="出品できないものに追加しますか？"
          variant="ink"
          onDone={() => {
            setWord('')
            setReason('')
          }}
        />
      ) : null}
    </ActionPanel>
  )
}

const Forbidden = ({ rules }: { rules: Rules }) => (
  <DataTable
    label="出品できないもの"
    rows={rules.forbidden}
    keyOf={({ ruleId }) => ruleId}
    columns={[
      {
        head: '出品できないもの',
        cell: ({ word, category }) => word ?? (category ? `カテゴリー：${categoryTexts[category]}` : ''),
      },
      { head: '理由', wide: true, cell: ({ reason }) => reason },
      { head: '操作', cell: ({ ruleId }) => <Allow ruleId={ruleId} /> },
    ]}
  />
)

const Allow = ({ ruleId }: { ruleId: number }) => {
  const allow = useOperatorAction(operatorMarketEndpoints.operatorAllowMarketSale)
  return <ConfirmButton action={allow} input={{ ruleId }} label="削除" title="この決まりを削除しますか？" />
}
