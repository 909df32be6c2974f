import { Heart, MessageCircle } from 'lucide-react'
import type { TimelinePost } from '#contract/timeline/timeline.ts'
import { Link } from '#web/router/router.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { serverClock } from '#web/shell/server-clock.ts'
import { count, dayTimeAhead } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Mark } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { postTime } from '../post-time.ts'
import { useLike } from '../queries.ts'
import styles from './post-card.module.css'
import { PostImages } from './post-images.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostMovie } from './post-movie.tsx'
import { PostPoll } from './post-poll.tsx'
import { PostText } from './post-text.tsx'

/** A post with everything on it. A scheduled one has no likes and comments yet. */
export const PostCard = ({ post, onDeleted }: { post: TimelinePost; onDeleted?: () => void }) => {
  const { author, postId, seq } = post
  const isScheduled = seq === null
  const nowMs = serverClock.now()
  return (
    <article className={styles.card} aria-label={`${author.name}さんの投稿`}>
      <header className={styles.head}>
        <Link to={paths.profile(author.id)} className={styles.author}>
          <Avatar imageId={author.avatarId} name={author.name} size={40} />
          <b>{author.name}</b>
        </Link>
        <span className={styles.when}>
          {isScheduled ? (
            <Mark>{dayTimeAhead(post.postedAt, nowMs)}に公開</Mark>
          ) : (
            <Link to={paths.timelinePost(postId)}>
              <time dateTime={post.postedAt}>{postTime(post.postedAt, nowMs)}</time>
            </Link>
          )}
          {post.isEdited ? <span>編集済み</span> : null}
        </span>
        <PostMenu post={post} {...(onDeleted ? { onDeleted } : {})} />
      </header>
      {post.text ? <PostText text={post.text} mentions={post.mentions} /> : null}
      {post.images.length > 0 ? <PostImages images={post.images} authorName={author.name} /> : null}
      {post.movie ? <PostMovie movie={post.movie} authorName={author.name} /> : null}
      {post.poll ? <PostPoll postId={postId} poll={post.poll} isOpen={!isScheduled} /> : null}
      {isScheduled ? null : (
        <footer className={styles.actions}>
          <LikeButton post={post} />
          <Link
            to={paths.timelinePost(postId)}
            className={styles.action}
            aria-label={`コメント${post.comments}件を見る`}
          >
            <Icon of={MessageCircle} size="s" />
            <span className="num">{post.comments > 99 ? '99+' : post.comments || ''}</span>
          </Link>
        </footer>
      )}
    </article>
  )
}

const LikeButton = ({ post: { postId, isLiked, likes } }: { post: TimelinePost }) => {
  const isMember = useSession().status === 'authenticated'
  const like = useLike()
  return (
    <button
      type="button"
      className={styles.action}
      aria-pressed={isLiked}
      aria-label={`いいね ${likes}件`}
      onClick={() =>
        isMember
          ? like.mutate(
              { postId, isLiked: !isLiked },
              {
                onError: (error) => void showToast({ title: 'いいねできませんでした', text: error.message }),
              },
            )
          : openRegistration()
      }
    >
      <Icon of={Heart} size="s" filled={isLiked} />
      <span className="num">{likes > 0 ? count(likes) : ''}</span>
    </button>
  )
}
