import type { OutputOf } from '#contract/core/endpoint.ts'
import type { safetyEndpoints } from '#contract/safety/safety.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PeopleList, PersonRow } from '#web/ui/person/people-list.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { useBlocks, useRemoveBlock } from './queries.ts'

type BlockedPerson = OutputOf<typeof safetyEndpoints.getBlocks>['people'][number]

/** The members whom the member blocks, each with a button that lifts the block. */
export const BlockList = () => {
  const query = useBlocks()
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <RowsSkeleton count={1} />
  if (query.data.length === 0)
    return (
      <EmptyState title="ブロックした人はいません">
        プロフィールやトークの「ブロック・通報」からブロックできます。
      </EmptyState>
    )
  return (
    <PeopleList>
      {query.data.map((person) => (
        <BlockRow key={person.blockId} person={person} />
      ))}
    </PeopleList>
  )
}

const BlockRow = ({ person }: { person: BlockedPerson }) => {
  const lift = useRemoveBlock()
  const send = () =>
    lift.mutate(person, {
      onSuccess: () => void showToast({ tone: 'ok', title: `${person.name}さんのブロックを解除しました` }),
      onError: (error) =>
        void showToast({ tone: 'error', title: '解除できませんでした', text: error.message }),
    })
  return (
    <PersonRow imageId={person.avatarId} name={person.name} note={<DateText at={person.blockedAt} />}>
      <Button size="s" busy={lift.isPending} aria-label={`${person.name}さんのブロックを解除`} onClick={send}>
        解除
      </Button>
    </PersonRow>
  )
}
