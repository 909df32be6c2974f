import type { MessageCard } from '#contract/legal/message-pages.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './message-list-page.module.css'
import { useMessagePages } from './message-queries.ts'

/** The platform's campaigns and announcements that are listed now. */
export const MessageListPage = () => {
  const query = useMessagePages()
  const isVisitor = useSession().status === 'unauthenticated'
  return (
    <SubPage title="キャンペーン・お知らせ" back={paths.home()}>
      {query.data?.length === 0 ? (
        <EmptyState title="いまお知らせはありません">
          新しいキャンペーンが始まると、ここに並びます。
        </EmptyState>
      ) : query.data ? (
        <ul className={styles.list}>
          {query.data.map((page) => (
            <li key={page.name}>
              <Card page={page} />
            </li>
          ))}
        </ul>
      ) : query.error ? (
        <QueryError query={query} />
      ) : (
        <div role="status">
          <span className="vh">読み込み中</span>
          <Skeleton height={320} />
        </div>
      )}
      {isVisitor ? (
        <Button variant="primary" size="l" block onClick={openRegistration}>
          無料ではじめる
        </Button>
      ) : null}
    </SubPage>
  )
}

const Card = ({ page: { name, title, lead, imageId, publishedFrom } }: { page: MessageCard }) => (
  <Link to={paths.message(name)} className={styles.card}>
    {imageId ? <img src={contentUrl(imageId, 960)} alt="" width={528} height={277} loading="lazy" /> : null}
    <span className={styles.words}>
      <b>{title}</b>
      {lead ? <span>{lead}</span> : null}
      <small>
        <DateText at={publishedFrom} form="day" />
      </small>
    </span>
  </Link>
)
