import type { Mention } from '#contract/timeline/timeline.ts'
import { partsOf } from '#domain/timeline/mentions.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import styles from './post-card.module.css'

/** A text with its mentions as links; a member whom the viewer doesn't see is shown as a plain @. */
export const PostText = ({ text, mentions }: { text: string; mentions: readonly Mention[] }) => (
  <p className={styles.text}>
    {partsOf(text).map((part, index) => {
      const name = part.kind === 'mention' ? mentions.find(({ id }) => id === part.id)?.name : null
      if (part.kind === 'text') return part.text
      return name ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <Link key={index} to={paths.profile(part.id)}>
          @{name}
        </Link>
      ) : (
        '@'
      )
    })}
  </p>
)
