import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TimelineFeed } from '#contract/timeline/timeline.ts'
import { useSession } from '#web/session/session.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Away } from './away.tsx'
import { ComposeEntry } from './composer/compose-entry.tsx'
import { PostList } from './post-list.tsx'
import { refreshFeed, useFeed } from './queries.ts'
import { ScheduledPosts } from './scheduled-posts.tsx'
import styles from './timeline.module.css'
import { useNewPosts } from './use-new-posts.ts'

/** Everybody's posts and those of favourites, with what was missed, and the way to write. */
export const Timeline = ({ interlude = null }: { interlude?: ReactNode }) => {
  const isMember = useSession().status === 'authenticated'
  const [chosen, setFeed] = useState<TimelineFeed>('all')
  const feed = isMember ? chosen : 'all'
  const query = useFeed(feed)
  return (
    <section aria-label="タイムライン" className={styles.timeline}>
      {isMember ? (
        <>
          <ComposeEntry />
          <ScheduledPosts />
          <fieldset className={styles.feeds}>
            <legend className="vh">表示する投稿</legend>
            <Chip pressed={feed === 'all'} onPress={() => setFeed('all')}>
              すべて
            </Chip>
            <Chip pressed={feed === 'favourites'} onPress={() => setFeed('favourites')}>
              お気に入り
            </Chip>
          </fieldset>
        </>
      ) : null}
      <NewPostsPill feed={feed} query={query} />
      {feed === 'all' && isMember ? <Away /> : null}
      <PostList
        query={query}
        interlude={interlude}
        empty={
          feed === 'favourites'
            ? {
                title: 'お気に入りの投稿はまだありません',
                text: '気になる配信者をお気に入りに追加すると、ここに投稿が並びます。',
              }
            : { title: '投稿はまだありません', text: 'はじめの投稿をお待ちしています。' }
        }
      />
    </section>
  )
}

/** Announces new posts; the page moves only when it is pressed. */
const NewPostsPill = ({ feed, query }: { feed: TimelineFeed; query: ReturnType<typeof useFeed> }) => {
  const client = useQueryClient()
  const count = useNewPosts(feed, query.data?.pages[0]?.posts)
  return (
    <div className={styles.pillPlace} role="status">
      {count > 0 ? (
        <button
          type="button"
          className={styles.pill}
          onClick={() => {
            void refreshFeed(client, feed)
            const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
            window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
          }}
        >
          <Icon of={ArrowUp} size="xs" />
          新しい投稿 {count > 99 ? '99件以上' : `${count}件`}
        </button>
      ) : null}
    </div>
  )
}
