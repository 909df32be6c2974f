import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { CallRole } from '#contract/calls/calls.ts'
import { type CallEndedInfo, type PostCallView, postCallView } from '#domain/calls/post-call.ts'
import { notConnected } from '#domain/calls/texts.ts'
import { useFavourite } from '#web/favourites/favourite.ts'
import { PartnerAlert } from '#web/people/partner-alert.tsx'
import { usePartnerInfo } from '#web/people/queries.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { receiptQuery } from '#web/receipts/queries.ts'
import { Link } from '#web/router/router.ts'
import { PartnerSafety } from '#web/safety/partner-safety.tsx'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { clock, count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { InstallRow } from './install-row.tsx'
import { PostCallActions } from './post-call-actions.tsx'
import styles from './post-call-modal.module.css'

const titleOf = (view: PostCallView, isConnected: boolean): string => {
  if (view.pointless) return 'ポイントが不足しています'
  if (view.message === notConnected) return notConnected
  return isConnected ? '通話が終わりました' : '通話はつながりませんでした'
}

/**
 * The modal after every call: who the partner was, how the call ended, what it cost, and what can be done
 * next.
 */
export const PostCallModal = ({
  info,
  onClose,
  onLeave,
  onBlocked,
}: {
  info: CallEndedInfo
  onClose: () => void
  /** Called when a link of the modal leads to another page. */
  onLeave: () => void
  /** Called when the partner was blocked: the modals about this call close. */
  onBlocked: () => void
}) => {
  const partner = usePartnerInfo(info.partnerId)
  const favourite = useFavourite(info.partnerId, partner.data?.bookmark ?? false)
  const view = postCallView(info)
  return (
    <>
      <Modal
        open
        onClose={onClose}
        title={titleOf(view, info.isConnected)}
        align="center"
        lead={
          <div className={styles.who}>
            <PartnerSafety partner={partner.data} info={info} onBlocked={onBlocked} />
            <span className={styles.portrait}>
              <Avatar imageId={partner.data?.avatarId ?? null} size={88} />
            </span>
            <b>{partner.data?.userName ?? ' '}</b>
          </div>
        }
      >
        {view.message === notConnected ? null : <p className={styles.message}>{view.message}</p>}
        {info.isConnected ? <Facts info={info} /> : null}
        <PostCallActions
          info={info}
          view={view}
          name={partner.data?.userName ?? ''}
          favourite={favourite}
          isReady={partner.data !== undefined}
          onLeave={onLeave}
        />
        {info.isConnected ? <InstallRow /> : null}
        <div className={styles.foot}>
          {info.callId && info.isConnected ? (
            <Link className={styles.receipt} to={paths.receipt(info.callId)} onClick={onLeave}>
              通話の明細を見る
            </Link>
          ) : null}
          <Button variant="text" data-autofocus onClick={onClose}>
            閉じる
          </Button>
        </div>
      </Modal>
      <PartnerAlert hasFailed={partner.isLoadingError} />
      <AlertDialog
        open={favourite.alert !== null}
        onClose={favourite.dismissAlert}
        title="お気に入り"
        message={favourite.alert ?? ''}
      />
    </>
  )
}

/**
 * The receipt, as soon as there is one. A page that ended the call by itself may ask before the server has
 * settled it.
 */
const useReceiptOf = (callId: string | null) => {
  const receipt = useQuery({
    ...receiptQuery(callId ?? ''),
    select: (answer) => answer.receipt,
    enabled: callId !== null,
  })
  const refetchMissing = useEffectEvent(() => {
    if (callId !== null && !receipt.data) void receipt.refetch()
  })
  useEffect(() => socketHub.onUp(() => refetchMissing()), [])
  useSocketEvent('call:changed', (call) => {
    if (call.callId === callId && call.phase === 'ended') refetchMissing()
  })
  return receipt
}

const Points = ({ amount }: { amount: number | null | undefined }) =>
  amount === null || amount === undefined ? (
    '…'
  ) : (
    <>
      {count(amount)}
      <small>pt</small>
    </>
  )

const roleFact = { caller: '使用', broadcaster: '報酬' } as const satisfies Record<CallRole, string>

const Facts = ({ info }: { info: CallEndedInfo }) => {
  const receipt = useReceiptOf(info.callId)
  const balance = usePoints()
  const isCaller = info.role === 'caller'
  return (
    <dl className={styles.facts}>
      <div>
        <dt>通話時間</dt>
        <dd>{clock(receipt.data?.connectedSec ?? info.callDurationSec)}</dd>
      </div>
      {receipt.isError || info.callId === null ? null : (
        <div>
          <dt>{roleFact[info.role]}</dt>
          <dd>
            <Points amount={isCaller ? receipt.data?.points : receipt.data?.earned} />
          </dd>
        </div>
      )}
      {isCaller ? (
        <div>
          <dt>残高</dt>
          <dd>
            <Points amount={balance} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
