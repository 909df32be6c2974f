import type { PersonCard } from '#contract/people/people.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import { avatarUrl } from '#web/ui/person/images.ts'
import styles from './live-strip.module.css'

/** The people who are live, each in a lit lantern on one cord. */
export const LiveStrip = ({ people }: { people: readonly PersonCard[] }) => (
  <section aria-labelledby="live-now">
    <SectionHead id="live-now" title="配信中" count={`${people.length}人`}>
      <Link to={paths.live()}>すべて見る</Link>
    </SectionHead>
    <div className={`${styles.strip} scroll-x`}>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <Link to={paths.channel(person.id)} className={styles.lantern}>
              <span className={styles.body}>
                {person.avatarId ? (
                  <img src={avatarUrl(person.avatarId, 180)} alt="" width={180} height={180} loading="lazy" />
                ) : null}
              </span>
              <b>{person.name}</b>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
