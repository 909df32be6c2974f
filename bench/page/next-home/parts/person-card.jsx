import { EllipsisVertical, Star, Video } from 'lucide-react'
import Link from 'next/link'
import button from '../styles/call-button.module.css'
import iconButton from '../styles/icon-button.module.css'
import styles from '../styles/person-card.module.css'
import price from '../styles/price-tag.module.css'
import rating from '../styles/rating.module.css'
import { Favourite } from './favourite.jsx'
import { Icon } from './icon.jsx'
import { Picture } from './picture.jsx'
import { Register } from './register.jsx'
import { StateBadge } from './state-badge.jsx'

export const Rating = ({ average, count }) =>
  average === null ? (
    <span className={rating.none}>評価なし</span>
  ) : (
    <span className={rating.rating}>
      <Icon of={Star} isFilled className={rating.star} />
      <span className="vh">評価</span>
      <span className="num">{average.toFixed(1)}</span> <small className="num">({count})</small>
      <span className="vh">件</span>
    </span>
  )

export const PersonCard = ({ person, isEager }) => (
  <article className={styles.card}>
    <div className={styles.picture}>
      <Picture id={person.avatarId} size={480} height={509} isEager={isEager} />
      <StateBadge state={person.state} className={styles.state} />
      {person.isNew ? <span className={styles.new}>NEW</span> : null}
    </div>
    <div className={styles.body} data-menu>
      <span className={styles.menu}>
        <Register className={iconButton.button} label={`${person.name}さんをブロック・通報`}>
          <Icon of={EllipsisVertical} size="s" />
        </Register>
      </span>
      <p className={styles.name}>
        <Link href={`/profile/unbroadcaster/${person.id}`} className={styles.link} prefetch={false}>
          {person.name}
        </Link>
        <small>
          <span className="num">{person.age}</span>・{person.region}
        </small>
      </p>
      <p className={styles.meta}>
        <Rating average={person.rating.average} count={person.rating.count} />
        <span className={styles.tag}>{person.tags[0]}</span>
      </p>
      <Register className={`${button.button} ${button.tonal} ${styles.call}`}>
        <span className={button.kind}>
          <Icon of={Video} className={button.icon} />
          <span className={button.word}>ビデオ</span>
        </span>
        <span className={button.amount}>
          <span className={`${price.price} ${button.price}`}>
            <b>{person.rates.video}</b>
            <i>pt/分</i>
          </span>
        </span>
        <span className="vh">で{person.name}さんに発信</span>
      </Register>
    </div>
    <Favourite name={person.name} className={styles.favourite} />
  </article>
)
