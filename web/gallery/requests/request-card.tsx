import { Suspense, useState } from 'react'
import type { ImageRequest } from '#contract/gallery/requests.ts'
import { Link } from '#web/router/router.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { useRequestAction } from './queries.ts'
import styles from './request-card.module.css'
import { type RequestView, requestView } from './request-view.ts'

const DeliverModal = lazyPart(async () => (await import('./deliver-modal.tsx')).DeliverModal)

/** One request with what its viewer can do now. */
export const RequestCard = ({ request }: { request: ImageRequest }) => {
  const { partner, side, wish, points: offered, earns, itemId } = request
  const view = requestView(request, Date.now())
  const to = side === 'caller' ? paths.profile(partner.id) : paths.chat(partner.id)
  return (
    <article className={styles.card} data-open={view.isOpen || undefined}>
      <div className={styles.head}>
        <Link to={to} className={styles.who}>
          <Avatar imageId={partner.avatarId} size={48} />
          <span>
            <b>{partner.name}</b>
            <small data-asked={view.isAsked || undefined}>{view.state}</small>
          </span>
        </Link>
        <SafetyMenu partner={partner} place="card" isOneOfMany />
      </div>
      <p className={styles.wish}>{wish}</p>
      <p className={styles.points}>
        <b className="num">{points(offered)}</b>
        {side === 'broadcaster'
          ? `（報酬 ${points(earns)}）`
          : view.isOpen
            ? '（届くまで確保しています）'
            : ''}
      </p>
      <Actions request={request} view={view} />
      {itemId ? (
        <ButtonLink block to={paths.galleryItem(itemId)}>
          {side === 'caller' ? '届いた画像を見る' : '届けた画像を見る'}
        </ButtonLink>
      ) : null}
    </article>
  )
}

/** What ends a request for good, asked first. */
const ends = {
  decline: {
    title: 'リクエストを見送りますか？',
    text: 'ポイントはお相手に戻ります。見送ったあとは、画像を届けられません。',
    label: '見送る',
  },
  cancel: {
    title: 'リクエストを取り消しますか？',
    text: '確保したポイントは戻ります。お相手にお知らせが届きます。',
    label: '取り消す',
  },
} as const

const Actions = ({ request: { requestId }, view }: { request: ImageRequest; view: RequestView }) => {
  const deed = useRequestAction()
  const [open, setOpen] = useState<'deliver' | keyof typeof ends | null>(null)
  const close = () => setOpen(null)
  if (!view.isOpen || !(view.mayDeliver || view.mayCancel)) return null
  return (
    <>
      <div className={styles.actions} data-asked={view.isAsked || undefined}>
        {view.mayDeliver ? (
          <Button
            variant={view.mayAccept ? 'quiet' : 'primary'}
            aria-disabled={deed.isPending}
            onClick={() => setOpen('deliver')}
            className={styles.main ?? ''}
          >
            画像を届ける
          </Button>
        ) : null}
        {view.mayAccept ? (
          <Button
            variant="primary"
            busy={deed.isPending}
            onClick={() => deed.mutate({ type: 'accept', requestId })}
            className={styles.main ?? ''}
          >
            承諾する
          </Button>
        ) : null}
        {view.mayDecline ? (
          <Button variant="text" aria-disabled={deed.isPending} onClick={() => setOpen('decline')}>
            見送る
          </Button>
        ) : null}
        {view.mayCancel ? (
          <Button variant="text" onClick={() => setOpen('cancel')}>
            リクエストを取り消す
          </Button>
        ) : null}
      </div>
      <Refusal text={open === null ? deed.error?.message : null} />
      <Suspense fallback={null}>
        {open === 'deliver' ? <DeliverModal requestId={requestId} onClose={close} /> : null}
      </Suspense>
      {open === 'decline' || open === 'cancel' ? (
        <ConfirmDialog
          title={ends[open].title}
          label={ends[open].label}
          isPending={deed.isPending}
          error={deed.error}
          onConfirm={() => deed.mutate({ type: open, requestId }, { onSuccess: close })}
          onClose={close}
        >
          <p>{ends[open].text}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
