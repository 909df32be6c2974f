import { useState } from 'react'
import { chatPriceMax, chatPriceStep, operatorChatEndpoints } from '#contract/chat/operator.ts'
import { points } from '#web/text/format.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { QueryStates } from '../parts/query-states.tsx'
import { numberIn } from './transfer-actions.tsx'

/** The price of a caller's message. */
export const ChatPricePanel = () => {
  const query = useOperatorQuery(operatorChatEndpoints.operatorChatPrice, {})
  return (
    <QueryStates query={query}>
      {({ pricePoints }) => <PriceForm key={pricePoints} before={pricePoints} />}
    </QueryStates>
  )
}

const priceText = (pricePoints: number): string => (pricePoints === 0 ? '無料' : `1通${points(pricePoints)}`)

const PriceForm = ({ before }: { before: number }) => {
  const set = useOperatorAction(operatorChatEndpoints.operatorSetChatPrice)
  const [written, setWritten] = useState(String(before))
  const pricePoints = numberIn(written)
  return (
    <ActionPanel
      title="トークのメッセージ"
      about={`いまは${priceText(before)}です。会員が送るテキスト、スタンプ、画像にかかります。配信者からの送信は無料です。0〜${points(chatPriceMax)}の${chatPriceStep}pt単位で、0は無料です。`}
    >
      <Field label="1通の料金" note="pt">
        <Input inputMode="numeric" value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
      {pricePoints === before ? null : (
        <ConfirmButton
          action={set}
          input={{ pricePoints }}
          label="料金を変更する"
          title="メッセージの料金を変更しますか？"
          variant="ink"
        >
          <p>
            {priceText(before)}から{priceText(pricePoints)}
            に、すぐに変わります。開いたままの画面から前の料金で送られたメッセージは、送信者に新しい料金を示してお断りします。
          </p>
        </ConfirmButton>
      )}
    </ActionPanel>
  )
}
