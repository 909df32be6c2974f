import { call } from '#contract/core/client.ts'
import { requestHours, requestWishMax } from '#contract/gallery/requests.ts'
import { purchaseEndpoints } from '#contract/points/purchase.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { useNavigate } from '#web/router/router.ts'
import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { readPrice } from '../price-text.ts'
import { useImageRequests, useSendRequest } from './queries.ts'
import styles from './request-form.module.css'

/** Offers that are one press away, in points. */
const usualOffers = [300, 500, 1_000] as const

interface Draft {
  wish: string
  offer: string
}

const firstDraft: Draft = { wish: '', offer: String(usualOffers[1]) }

/** A caller asks a broadcaster for pictures. Nothing that was typed is lost by a refusal. */
export const RequestModal = ({
  partner,
  onClose,
}: {
  partner: { id: string; name: string }
  onClose: () => void
}) => {
  const navigate = useNavigate()
  const balance = usePoints()
  const bounds = useImageRequests(partner.id).data?.offers
  const kept = useKeptDraft(`imageRequest:${partner.id}`, firstDraft)
  const { draft } = kept
  const send = useSendRequest()
  const code = send.error instanceof AnswerError ? send.error.code : null
  const isWarned = code === 'contactWarning'
  const offered = readPrice(draft.offer)
  const isShort =
    code === 'insufficientPoints' || (balance !== undefined && offered !== null && balance < offered)
  const change = (changes: Partial<Draft>) => {
    kept.change(changes)
    if (send.isError) send.reset()
  }
  const charge = () => {
    void call(purchaseEndpoints.utageNotEnoughPoint, {})
    void navigate(paths.purchase(paths.profile(partner.id)))
  }
  const submit = () => {
    if (offered === null) return
    const request = {
      ...{ requestId: kept.idOf(draft), partnerId: partner.id },
      ...{ wish: draft.wish, points: offered, isWarned },
    }
    const onSuccess = () => {
      onClose()
      void showToast({
        tone: 'ok',
        title: 'リクエストを送りました',
        text: '返事があったら、お知らせします。',
        action: { label: '見る', onPress: () => void navigate(paths.imageRequests()) },
      })
    }
    kept.forgetAfter(send.mutateAsync(request, { onSuccess }))
  }
  return (
    <Modal
      open
      title="写真をリクエスト"
      dismissible={!send.isPending}
      isWritten={draft.wish !== ''}
      onClose={onClose}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isShort) charge()
          else submit()
        }}
      >
        <RequestFields draft={draft} bounds={bounds} isSending={send.isPending} onChange={change} />
        <p className={styles.note}>
          ポイントは確保され、画像が届いたときに支払われます。見送られたときや、{requestHours}
          時間以内に届かないときは、そのまま戻ります。
        </p>
        <Refusal text={send.error?.message} />
        <Button
          block
          size="l"
          variant={isWarned ? 'quiet' : 'primary'}
          type="submit"
          busy={send.isPending}
          disabled={offered === null}
        >
          {isShort
            ? 'ポイントを追加する'
            : isWarned
              ? 'このまま送る'
              : `${points(offered ?? 0)}でリクエストする`}
        </Button>
      </form>
    </Modal>
  )
}

const RequestFields = ({
  draft,
  bounds,
  isSending,
  onChange,
}: {
  draft: Draft
  bounds: { min: number; max: number } | undefined
  isSending: boolean
  onChange: (changes: Partial<Draft>) => void
}) => {
  const offered = readPrice(draft.offer)
  return (
    <>
      <Field
        label="見たい写真"
        note={<span className="num">{`${graphemeCount(draft.wish)}/${requestWishMax}`}</span>}
        hint="例：浴衣で花火を見ているところ"
      >
        <Textarea
          rows={4}
          required
          className={styles.wish}
          value={draft.wish}
          readOnly={isSending}
          onChange={({ target }) => onChange({ wish: target.value })}
        />
      </Field>
      <Field
        label="お礼のポイント"
        note="pt"
        hint={bounds ? `${points(bounds.min)}〜${points(bounds.max)}の10pt単位です。` : undefined}
        error={offered === null ? 'ポイントを数字で入力してください。' : null}
      >
        <Input
          inputMode="numeric"
          maxLength={6}
          value={draft.offer}
          onChange={({ target }) => onChange({ offer: target.value })}
        />
      </Field>
      <div className={styles.offers}>
        {usualOffers.map((offer) => (
          <Chip key={offer} pressed={offered === offer} onPress={() => onChange({ offer: String(offer) })}>
            {points(offer)}
          </Chip>
        ))}
      </div>
    </>
  )
}
