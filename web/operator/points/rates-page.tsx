import { useState } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import {
  type KindBounds,
  operatorRatesEndpoints,
  rateHighest,
  rateLowest,
  rateStep,
} from '#contract/people/rates.ts'

import { count, points, pointsPerMinute } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { ChatPricePanel } from './chat-price-panel.tsx'
import { numberIn } from './transfer-actions.tsx'

const kinds = ['video', 'voice'] as const

/** The range of prices for broadcasters, and the price of a message. */
export const RatesPage = () => {
  const query = useOperatorQuery(operatorRatesEndpoints.operatorRateBounds, {})
  return (
    <>
      <PageHead
        title="通話とトークの料金"
        about={`配信者が選べる通話料金の範囲と、メッセージの料金です。通話料金は${rateLowest}〜${points(rateHighest)}の${rateStep}pt単位で決められます。`}
      />
      <QueryStates query={query}>
        {({ bounds }) =>
          kinds.map((kind) => (
            <BoundsPanel
              key={`${kind} ${bounds[kind].min} ${bounds[kind].max}`}
              kind={kind}
              bounds={bounds[kind]}
            />
          ))
        }
      </QueryStates>
      <ChatPricePanel />
    </>
  )
}

const BoundsPanel = ({ kind, bounds }: { kind: CallKind; bounds: KindBounds }) => {
  const set = useOperatorAction(operatorRatesEndpoints.operatorSetRateBounds)
  const [lowest, setLowest] = useState(String(bounds.min))
  const [highest, setHighest] = useState(String(bounds.max))
  const min = numberIn(lowest)
  const max = numberIn(highest)
  const isChanged = min !== bounds.min || max !== bounds.max
  return (
    <ActionPanel
      title={callKindLongText[kind]}
      about={`いまの料金がこの範囲の外にある配信者は${count(bounds.outside)}人です。本人が変えるまで、その料金のまま通話できます。`}
    >
      <Field label="下限" note="pt/分">
        <Input inputMode="numeric" value={lowest} onChange={(event) => setLowest(event.target.value)} />
      </Field>
      <Field label="上限" note="pt/分">
        <Input inputMode="numeric" value={highest} onChange={(event) => setHighest(event.target.value)} />
      </Field>
      {isChanged ? (
        <ConfirmButton
          action={set}
          input={{ kind, min, max }}
          label="範囲を変更する"
          title={`${callKindLongText[kind]}の料金の範囲を変更しますか？`}
          variant="ink"
        >
          <p>
            {pointsPerMinute(min)}〜{pointsPerMinute(max)}
            になります。すでに決めてある料金は変わらず、これから変更する料金に適用されます。
          </p>
        </ConfirmButton>
      ) : null}
    </ActionPanel>
  )
}
