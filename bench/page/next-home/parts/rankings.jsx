'use client'
import Link from 'next/link'
import { useState } from 'react'
import avatar from '../styles/avatar.module.css'
import panel from '../styles/panel.module.css'
import styles from '../styles/rankings.module.css'
import { Rating } from './person-card.jsx'
import { Picture } from './picture.jsx'
import { StateBadge } from './state-badge.jsx'

const tabs = { topRated: '評価', popular: '人気' }

const Places = ({ people }) => (
  <ol className={styles.places}>
    {people.map((person, index) => (
      <li key={person.id}>
        <span className={`${styles.place} num`} aria-hidden="true">
          {index + 1}
        </span>
        <span className={avatar.avatar} style={{ width: 40, height: 40 }}>
          <Picture id={person.avatarId} size={180} height={180} />
        </span>
        <Link href={`/profile/unbroadcaster/${person.id}`} className={styles.person} prefetch={false}>
          <b>{person.name}</b>
          <Rating average={person.rating.average} count={person.rating.count} />
        </Link>
        <StateBadge state={person.state} isPlain />
      </li>
    ))}
  </ol>
)

export const Rankings = (lists) => {
  const [chosen, setChosen] = useState('topRated')
  return (
    <section className={panel.panel}>
      <h2 className={panel.title}>ランキング</h2>
      <div role="tablist" aria-label="ランキングの種類" className={styles.tabs}>
        {Object.entries(tabs).map(([list, word]) => (
          <button
            key={list}
            type="button"
            role="tab"
            id={list}
            aria-selected={list === chosen}
            aria-controls="places"
            onClick={() => setChosen(list)}
          >
            {word}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="places" aria-labelledby={chosen}>
        <Places people={lists[chosen]} />
        <p className={styles.note}>{tabs[chosen]}の高い順</p>
      </div>
    </section>
  )
}
