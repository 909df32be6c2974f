import type { ImageRequest } from '#contract/gallery/requests.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { useImageRequests } from './queries.ts'
import { RequestCard } from './request-card.tsx'

/** 写真のリクエスト: what a caller sent, or what a broadcaster received. */
export const RequestsPage = () => {
  const { data: session } = useSession({ required: true })
  const query = useImageRequests()
  const isBroadcaster = session?.user.isBroadcaster ?? false
  return (
    <SubPage
      title="写真のリクエスト"
      back={isBroadcaster ? paths.ownGallery() : paths.galleryList({ list: 'bought' })}
    >
      {query.data ? (
        <Requests requests={query.data.requests} isBroadcaster={isBroadcaster} />
      ) : (
        <Panel>{query.isError ? <QueryError query={query} /> : <RowsSkeleton count={3} />}</Panel>
      )}
    </SubPage>
  )
}

const isOpen = ({ phase }: ImageRequest): boolean => phase === 'open' || phase === 'accepted'

const Requests = ({
  requests,
  isBroadcaster,
}: {
  requests: readonly ImageRequest[]
  isBroadcaster: boolean
}) => {
  const open = requests.filter(isOpen)
  const ended = requests.filter((request) => !isOpen(request))
  return (
    <>
      <Panel>
        {open.length > 0 ? (
          <Cards requests={open} />
        ) : isBroadcaster ? (
          <EmptyState title="お待ちのリクエストはありません">
            届くと、ここに表示されます。72時間以内に届けると、報酬になります。
          </EmptyState>
        ) : (
          <EmptyState
            title="お待ちのリクエストはありません"
            action={
              <ButtonLink variant="primary" to={paths.search()}>
                配信者をさがす
              </ButtonLink>
            }
          >
            配信者のプロフィールから、見たい写真をリクエストできます。
          </EmptyState>
        )}
      </Panel>
      {ended.length > 0 ? (
        <Panel title="終わったリクエスト" note="30日間">
          <Cards requests={ended} />
        </Panel>
      ) : null}
    </>
  )
}

const Cards = ({ requests }: { requests: readonly ImageRequest[] }) => (
  <Rows>
    {requests.map((request) => (
      <li key={request.requestId}>
        <RequestCard request={request} />
      </li>
    ))}
  </Rows>
)
