import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Present, presentEndpoints, presentQuantityMax } from '#contract/live/flow.ts'
import { AnswerError } from '#web/shell/query.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './sheets.module.css'
import { type LiveFlow, useAsk, usePresents } from './use-flow.ts'
import { usePaidOnce } from './use-paid-once.ts'

/** Chooses a present and how many; the whole price is on the button. The sheet stays open for the next one. */
export const PresentsSheet = ({
  live,
  chosenId,
  onNeedPoints,
  onClose,
}: {
  live: LiveFlow
  /** The present that was pressed on the page. */
  chosenId?: string | undefined
  onNeedPoints: () => void
  onClose: () => void
}) => {
  const query = usePresents(true)
  const { data: presents, refetch } = query
  const [picked, setPicked] = useState(chosenId)
  const give = useAsk(presentEndpoints.payPresentMenuPoint)
  const chosen = presents?.find(({ presentId }) => presentId === picked)
  return (
    <Modal open night title="プレゼント" onClose={onClose} dismissible={!give.isPending}>
      {query.error ? <QueryError query={query} /> : null}
      <ul className={styles.presents}>
        {(presents ?? []).map((present) => (
          <li key={present.presentId}>
            <PresentButton
              present={present}
              isPicked={present.presentId === picked}
              isDisabled={give.isPending}
              onPick={() => {
                setPicked(present.presentId)
                // The sentence below is about the present that was chosen before.
                if (present.presentId !== picked) give.reset()
              }}
            />
          </li>
        ))}
      </ul>
      {chosen ? (
        <Giving
          key={chosen.presentId}
          live={live}
          give={give}
          present={chosen}
          onNeedPoints={onNeedPoints}
          onPriceChanged={() => void refetch()}
        />
      ) : (
        <p className={styles.hint}>贈るものを選んでください。</p>
      )}
    </Modal>
  )
}

export const PresentButton = ({
  present: { name, points: price, picture },
  isPicked,
  isDisabled = false,
  onPick,
}: {
  present: Present
  isPicked?: boolean
  isDisabled?: boolean
  onPick: () => void
}) => (
  <button
    type="button"
    className={styles.present}
    aria-pressed={isPicked}
    aria-disabled={isDisabled || undefined}
    onClick={() => {
      if (!isDisabled) onPick()
    }}
  >
    <img src={picture} alt="" width={44} height={44} />
    {name}
    <b className="num">
      {price}
      <small>pt</small>
    </b>
  </button>
)

const Giving = ({
  live: { roomId, add },
  give,
  present,
  onNeedPoints,
  onPriceChanged,
}: {
  live: LiveFlow
  give: ReturnType<typeof useAsk<typeof presentEndpoints.payPresentMenuPoint>>
  present: Present
  onNeedPoints: () => void
  onPriceChanged: () => void
}) => {
  const payOnce = usePaidOnce(roomId)
  const [quantity, setQuantity] = useState(1)
  const { presentId } = present
  const expectedPoints = present.points * quantity
  const send = async () => {
    try {
      const { entry } = await payOnce(['present', presentId, quantity], (giftId) =>
        give.mutateAsync({ roomId, giftId, presentId, quantity, expectedPoints }),
      )
      add(entry)
    } catch (error) {
      if (!(error instanceof AnswerError)) return
      if (error.code === 'insufficientPoints') onNeedPoints()
      if (error.code === 'livePriceChanged') onPriceChanged()
    }
  }
  const step = (by: number) => setQuantity((before) => Math.min(presentQuantityMax, Math.max(1, before + by)))
  return (
    <div className={styles.giving}>
      <div className={styles.quantity}>
        <IconButton icon={Minus} label="減らす" disabled={quantity === 1} onClick={() => step(-1)} />
        <output aria-label="個数" className="num">
          {quantity}
        </output>
        <IconButton
          icon={Plus}
          label="増やす"
          disabled={quantity === presentQuantityMax}
          onClick={() => step(1)}
        />
        {[5, 10].map((many) => (
          <button type="button" key={many} className={styles.many} onClick={() => setQuantity(many)}>
            {many}個
          </button>
        ))}
      </div>
      <Button block variant="primary" busy={give.isPending} onClick={() => void send()}>
        {points(expectedPoints)}で贈る
      </Button>
      {give.error ? (
        <p className={styles.refusal} role="alert">
          {give.error.message}
        </p>
      ) : (
        <p className={styles.hint}>贈ったプレゼントは取り消せません。</p>
      )}
    </div>
  )
}
