import { PostCard } from './post/post-card.tsx'
import { useAway } from './queries.ts'
import styles from './timeline.module.css'

/** The most liked posts since the last visit; absent while all that was posted is on the first page. */
export const Away = () => {
  const posts = useAway().data ?? []
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="away" className={styles.away}>
      <h2 id="away">お留守のあいだの人気の投稿</h2>
      {posts.map((post) => (
        <PostCard key={post.postId} post={post} />
      ))}
    </section>
  )
}
