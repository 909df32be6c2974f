import { useState } from 'react'
import {
  type MessagePageLine,
  operatorMessagePagesEndpoints,
} from '#contract/legal/operator/message-pages.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import { MessageForm } from './message-form.tsx'

/** The landing pages of campaigns and notices. */
export const MessagePagesPage = () => {
  const [isAdding, setIsAdding] = useState(false)
  const query = useOperatorQuery(operatorMessagePagesEndpoints.operatorMessagePages, {})
  return (
    <>
      <PageHead
        title="お知らせページ"
        about="キャンペーンやお知らせのページです。公開中のものは、だれでも見られます。"
      >
        {isAdding ? null : (
          <Button variant="tonal" size="s" onClick={() => setIsAdding(true)}>
            追加する
          </Button>
        )}
      </PageHead>
      {isAdding ? <MessageForm page={null} onDone={() => setIsAdding(false)} /> : null}
      <QueryStates query={query}>
        {({ pages }) =>
          pages.length === 0 ? (
            <NothingHere title="ページはまだありません" />
          ) : (
            <DataTable label="お知らせページ" columns={columns} rows={pages} keyOf={({ name }) => name} />
          )
        }
      </QueryStates>
    </>
  )
}

const stateOf = ({ publishedFrom, publishedUntil, isListed }: MessagePageLine): string => {
  const now = Date.now()
  if (Date.parse(publishedFrom) > now) return '公開前'
  if (publishedUntil !== null && Date.parse(publishedUntil) <= now) return '終了'
  return isListed ? '公開中' : '公開中（一覧になし）'
}

const columns: readonly Column<MessagePageLine>[] = [
  {
    head: 'タイトル',
    wide: true,
    cell: ({ name, title }) => (
      <Link className={styles.link} to={paths.operator(`messages/${name}`)}>
        {title}
      </Link>
    ),
  },
  {
    head: 'ページ',
    cell: ({ name }) => (
      <Link className={styles.link} to={paths.message(name)} target="_blank">
        {paths.message(name)}
      </Link>
    ),
  },
  {
    head: '公開',
    cell: ({ publishedFrom, publishedUntil }) => (
      <>
        <DateText at={publishedFrom} />〜{publishedUntil ? <DateText at={publishedUntil} /> : null}
      </>
    ),
  },
  { head: '状態', cell: stateOf },
]
