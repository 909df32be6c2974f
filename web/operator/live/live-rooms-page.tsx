import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type OperatorLiveRoom, operatorLiveRoomsEndpoints } from '#contract/live/operator-rooms.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import pageStyles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import styles from './live.module.css'
import { LiveSettingsForm } from './live-settings.tsx'
import { roomStateText } from './room-words.ts'
import { SilentLook } from './silent-look.tsx'

/** The live rooms that run now, and what holds for all rooms. */
export const LiveRoomsPage = () => {
  const query = useOperatorQuery(operatorLiveRoomsEndpoints.operatorLiveRooms, {})
  return (
    <>
      <PageHead
        title="ライブ配信"
        about="いま続いている配信です。配信者と視聴者に知られずに確認でき、終了させることもできます。どちらも操作の記録に残ります。"
      >
        <Button size="s" busy={query.isRefetching} onClick={() => void query.refetch()}>
          <Icon of={RefreshCw} size="s" />
          最新にする
        </Button>
      </PageHead>
      <QueryStates query={query}>
        {({ rooms, settings }) => (
          <>
            {rooms.length === 0 ? (
              <EmptyState level={2} title="いま配信している人はいません" />
            ) : (
              <DataTable
                label="いま続いている配信"
                columns={columns}
                rows={rooms}
                keyOf={({ roomId }) => roomId}
              />
            )}
            <LiveSettingsForm key={JSON.stringify(settings)} before={settings} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const LookButton = ({ room: { roomId, name, title } }: { room: OperatorLiveRoom }) => {
  const look = useOperatorAction(operatorLiveRoomsEndpoints.operatorWatchLive)
  const token = look.data?.token
  return (
    <>
      <Button size="s" busy={look.isPending} onClick={() => look.mutate({ roomId })}>
        確認する
      </Button>
      {look.error ? (
        <p className={pageStyles.refusal} role="alert">
          {look.error.message}
        </p>
      ) : null}
      <Modal open={token !== undefined} onClose={() => look.reset()} title={`${name}の配信`}>
        <div className={styles.dialog}>
          {token === undefined ? null : <SilentLook roomId={roomId} token={token} />}
          <p className={pageStyles.aside}>
            「{title}」を10分まで確認できます。配信者と視聴者には表示されません。
          </p>
        </div>
      </Modal>
    </>
  )
}

const EndButton = ({ room: { roomId, name, watchers } }: { room: OperatorLiveRoom }) => {
  const end = useOperatorAction(operatorLiveRoomsEndpoints.operatorEndLive)
  const [note, setNote] = useState('')
  return (
    <ConfirmButton
      action={end}
      input={{ roomId, note }}
      label="終了させる"
      title={`${name}の配信を終了させますか？`}
      onDone={() => setNote('')}
    >
      <p className={styles.dialog}>
        {watchers > 0
          ? `視聴中の${count(watchers)}人は、いままでの分の料金で終わります。`
          : 'いま視聴している人はいません。'}
      </p>
      <Field label="理由" note="配信者に表示されます">
        <Textarea rows={3} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </ConfirmButton>
  )
}

const columns: readonly Column<OperatorLiveRoom>[] = [
  {
    head: '配信者',
    cell: ({ broadcasterId, name }) => (
      <Link className={pageStyles.link} to={paths.operator(`members/${broadcasterId}`)}>
        {name}
      </Link>
    ),
  },
  { head: 'タイトル', cell: ({ title }) => title, wide: true },
  { head: '状態', cell: roomStateText },
  { head: '開始', cell: ({ startedAt }) => <DateText at={startedAt} /> },
  { head: '視聴中', cell: ({ watchers }) => `${count(watchers)}人`, align: 'end' },
  { head: '利用額', cell: ({ paidPoints }) => points(paidPoints), align: 'end' },
  {
    head: '操作',
    cell: (room) => (
      <div className={styles.actions}>
        <LookButton room={room} />
        <EndButton room={room} />
      </div>
    ),
  },
]
