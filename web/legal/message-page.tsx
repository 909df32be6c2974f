import type { MessagePage as Page } from '#contract/legal/message-pages.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useParams } from '#web/router/router.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { FormattedText } from './formatted-text.tsx'
import styles from './message-page.module.css'
import { useMessagePage } from './message-queries.ts'
import { messageTargets } from './message-targets.ts'

/** The landing page of a campaign or announcement; an unpublished one is not found. */
export const MessagePage = () => {
  const { name = '' } = useParams()
  const query = useMessagePage(name)
  const { data: page, error } = query
  if (error instanceof AnswerError && ['notFound', 'badInput'].includes(error.code)) return <NotFoundPage />
  return (
    <SubPage title={page?.title ?? 'お知らせ'} bar="お知らせ" back={paths.messages()}>
      {page ? <Content page={page} /> : error ? <QueryError query={query} /> : <RowsSkeleton count={5} />}
    </SubPage>
  )
}

const Content = ({ page }: { page: Page }) => (
  <article className={styles.page}>
    {page.imageId ? (
      <img className={styles.picture} src={contentUrl(page.imageId, 960)} alt="" width={528} height={277} />
    ) : null}
    <h1>{page.title}</h1>
    {page.lead ? <p className={styles.lead}>{page.lead}</p> : null}
    <p className={styles.date}>
      <DateText at={page.publishedFrom} form="day" />
      {page.publishedUntil ? (
        <>
          〜<DateText at={page.publishedUntil} />
        </>
      ) : null}
    </p>
    <FormattedText html={page.html} />
    <NextStep button={page.button} />
  </article>
)

/** A visitor registers here; a member follows the page's button. */
const NextStep = ({ button }: { button: Page['button'] }) => {
  const isVisitor = useSession().status === 'unauthenticated'
  const target = button && messageTargets[button.target]
  if (!isVisitor && !target) return null
  return (
    <div className={styles.next}>
      {isVisitor ? (
        <Button variant="primary" size="l" block onClick={openRegistration}>
          無料ではじめる
        </Button>
      ) : null}
      {target ? (
        <ButtonLink variant={isVisitor ? 'quiet' : 'primary'} size="l" block to={target.path()}>
          {button.label}
        </ButtonLink>
      ) : null}
    </div>
  )
}
