import { Clock } from 'lucide-react'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PostCard } from './post/post-card.tsx'
import { useScheduled } from './queries.ts'
import styles from './timeline.module.css'

/** A broadcaster's posts that aren't published yet; absent without any. */
export const ScheduledPosts = () => {
  const posts = useScheduled(useViewerRole() === 'broadcaster').data ?? []
  if (posts.length === 0) return null
  return (
    <details className={styles.scheduled}>
      <summary>
        <Icon of={Clock} size="s" />
        公開予約 {posts.length}件
      </summary>
      <div className={styles.list}>
        {posts.map((post) => (
          <PostCard key={post.postId} post={post} />
        ))}
      </div>
    </details>
  )
}
