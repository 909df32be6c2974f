import { Eye, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import type { BoardCategory, BoardThread } from '#contract/boards/boards.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link, useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { isAwaited } from '#web/shell/query.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Badge, Chip } from '#web/ui/form/chip.tsx'
import { Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { type BoardFilters, readBoardAddress, writeBoardAddress } from './board-address.ts'
import styles from './boards-page.module.css'
import { NewThreadModal } from './new-thread-modal.tsx'
import { useBoardCategories, useBoardThreads, useShowBoardAuthors } from './queries.ts'

/** 掲示板: threads of all categories, by the newest post. */
export const BoardsPage = () => (
  <MemberSubPage title="掲示板" back={paths.base()}>
    <Boards />
  </MemberSubPage>
)

const Boards = () => {
  const [params, setParams] = useSearchParams()
  const filters = readBoardAddress(params)
  const [isWriting, setIsWriting] = useState(false)
  const categories = useBoardCategories()
  const threads = useBoardThreads(filters)
  const change = (next: Partial<BoardFilters>) =>
    setParams(writeBoardAddress({ ...filters, ...next }), { replace: true })
  return (
    <>
      <p className={styles.about}>
        名前の出ない掲示板です。書いた人は、スレッドごとに毎日変わる記号で表示されます。
      </p>
      <div className={styles.top}>
        <WordsForm key={filters.words} words={filters.words} onSearch={(words) => change({ words })} />
        <Button variant="primary" icon={Plus} onClick={() => setIsWriting(true)}>
          スレッドを立てる
        </Button>
      </div>
      {isAwaited(categories) ? (
        <RowsSkeleton count={6} />
      ) : (
        <>
          <Categories categories={categories.data?.categories ?? []} filters={filters} onChange={change} />
          <Panel className={styles.panel}>
            <Threads filters={filters} onWrite={() => setIsWriting(true)} />
          </Panel>
        </>
      )}
      {[categories, threads].some(isAwaited) ? null : <HiddenAuthors />}
      {isWriting ? <NewThreadModal category={filters.category} onClose={() => setIsWriting(false)} /> : null}
    </>
  )
}

const WordsForm = ({ words, onSearch }: { words: string; onSearch: (words: string) => void }) => {
  const [typed, setTyped] = useState(words)
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Icon of={Search} size="s" />
      <Input
        type="search"
        aria-label="スレッドをさがす"
        placeholder="スレッドをさがす"
        maxLength={100}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.value === '') onSearch('')
        }}
      />
    </form>
  )
}

const Categories = ({
  categories,
  filters,
  onChange,
}: {
  categories: readonly BoardCategory[]
  filters: BoardFilters
  onChange: (next: Partial<BoardFilters>) => void
}) => {
  return (
    <div className={styles.filters}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen */}
      <div role="group" aria-label="カテゴリー" className={styles.chips}>
        <Chip
          pressed={filters.category === null && !filters.isMine}
          onPress={() => onChange({ category: null, isMine: false })}
        >
          すべて
        </Chip>
        <Chip pressed={filters.isMine} onPress={() => onChange({ category: null, isMine: !filters.isMine })}>
          参加中
        </Chip>
        {categories.map(({ categoryId, name }) => (
          <Chip
            key={categoryId}
            pressed={filters.category === categoryId}
            onPress={() => onChange({ category: categoryId, isMine: false })}
          >
            {name}
          </Chip>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen */}
      <div role="group" aria-label="並び順" className={styles.chips}>
        <Chip pressed={filters.order === 'active'} onPress={() => onChange({ order: 'active' })}>
          更新順
        </Chip>
        <Chip pressed={filters.order === 'new'} onPress={() => onChange({ order: 'new' })}>
          新着順
        </Chip>
      </div>
    </div>
  )
}

const Threads = ({ filters, onWrite }: { filters: BoardFilters; onWrite: () => void }) => (
  <PagedList
    query={useBoardThreads(filters)}
    itemsOf={({ threads }) => threads}
    loading={<RowsSkeleton count={6} />}
    empty={<NoThreads filters={filters} onWrite={onWrite} />}
    moreClassName={styles.more}
  >
    {(threads) => (
      <ul className={styles.list}>
        {threads.map((thread) => (
          <li key={thread.threadId}>
            <ThreadRow thread={thread} />
          </li>
        ))}
      </ul>
    )}
  </PagedList>
)

const NoThreads = ({ filters, onWrite }: { filters: BoardFilters; onWrite: () => void }) =>
  filters.words !== '' ? (
    <EmptyState title="見つかりませんでした">言葉を短くするか、カテゴリーを変えてみてください。</EmptyState>
  ) : filters.isMine ? (
    <EmptyState title="参加中のスレッドはありません">
      スレッドを立てるか、お知らせを受け取ると、ここに並びます。
    </EmptyState>
  ) : (
    <EmptyState
      title="まだスレッドはありません"
      action={
        <Button variant="tonal" size="s" onClick={onWrite}>
          最初のスレッドを立てる
        </Button>
      }
    />
  )

const ThreadRow = ({ thread }: { thread: BoardThread }) => (
  <Link to={paths.boardThread(thread.threadId)} className={styles.thread}>
    <b>{thread.title}</b>
    {thread.preview === '' ? null : <span className={styles.preview}>{thread.preview}</span>}
    <span className={styles.facts}>
      <span className="num">{count(thread.posts)}件</span>
      <DateText at={thread.lastPostAt} />
      {thread.isClosed ? <span>終了</span> : null}
      {thread.unseen > 0 ? <Badge count={thread.unseen} label={`未読${thread.unseen}件`} /> : null}
    </span>
  </Link>
)

const HiddenAuthors = () => {
  const show = useShowBoardAuthors()
  return (
    <Button variant="text" size="s" icon={Eye} busy={show.isPending} onClick={() => show.mutate()}>
      非表示にした人をすべて元に戻す
    </Button>
  )
}
