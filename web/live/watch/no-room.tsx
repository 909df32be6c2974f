import type { UseQueryResult } from '@tanstack/react-query'
import { SubPage } from '#web/layout/sub-page.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

/** There is no room to watch, or it couldn't be loaded. */
export const NoRoom = ({ broadcasterId, query }: { broadcasterId: string; query?: UseQueryResult }) => (
  <SubPage title="配信" back={paths.live()}>
    {query ? (
      <QueryError query={query} />
    ) : (
      <EmptyState
        title="いまは配信していません"
        action={
          <ButtonLink variant="primary" to={paths.live()}>
            ほかの配信を見る
          </ButtonLink>
        }
      >
        <ButtonLink variant="text" size="s" to={paths.profile(broadcasterId)}>
          プロフィールを見る
        </ButtonLink>
      </EmptyState>
    )}
  </SubPage>
)
