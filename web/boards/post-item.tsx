import type { BoardPost } from '#contract/boards/boards.ts'
import { quoteParts } from '#domain/boards/quotes.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Mark } from '#web/ui/form/chip.tsx'
import styles from './post-item.module.css'
import { PostMenu } from './post-menu.tsx'

/** One post with its menu. A reference to another post leads to it when it is shown. */
export const PostItem = ({ post, onQuote }: { post: BoardPost; onQuote: (number: number) => void }) => (
  <article id={`post-${post.number}`} className={styles.post}>
    <header>
      <span className="num">{post.number}</span>
      <b className={styles.mark}>{post.mark}</b>
      {post.isOpener ? <Mark>スレ主</Mark> : null}
      {post.isOwn ? <span>あなた</span> : null}
      <DateText at={post.postedAt} />
      <PostMenu post={post} onQuote={onQuote} />
    </header>
    <p>
      {quoteParts(post.text).map(({ text, number }, place) =>
        number === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text don't move
          <a key={place} href={`#post-${number}`}>
            {text}
          </a>
        ),
      )}
    </p>
  </article>
)
