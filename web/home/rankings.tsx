import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { PersonCard } from '#contract/people/people.ts'
import { popularDays, rankingReviewsMin } from '#domain/people/figures.ts'
import { usePeople } from '#web/people/queries.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { Rating } from '#web/ui/person/rating.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import styles from './rankings.module.css'

const places = 5

const rankings = [
  { list: 'topRated', tab: '評価', note: `評価の高い順（レビュー${rankingReviewsMin}件以上）` },
  { list: 'popular', tab: '人気', note: `お気に入りが増えた順（${popularDays}日間）` },
] as const

const useRankings = () => ({ topRated: usePeople('topRated', places), popular: usePeople('popular', places) })

export const useAreRankingsLoading = (): boolean => {
  const { topRated, popular } = useRankings()
  return topRated.isLoading || popular.isLoading
}

/** The top people by several measures; a measure without people has no tab. */
export const Rankings = () => {
  const lists = useRankings()
  const [chosen, setChosen] = useState<string | null>(null)
  const id = useId()
  const shown = rankings.filter(({ list }) => (lists[list].data?.users.length ?? 0) > 0)
  const current = shown.find(({ list }) => list === chosen) ?? shown[0]
  if (!current) return null
  return (
    <Panel title="ランキング">
      {shown.length > 1 ? <Tabs id={id} tabs={shown} current={current.list} onChoose={setChosen} /> : null}
      <div
        {...(shown.length > 1
          ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${current.list}` }
          : {})}
      >
        <Places people={lists[current.list].data?.users ?? []} />
        <p className={styles.note}>{current.note}</p>
      </div>
    </Panel>
  )
}

/** Arrow keys go from tab to tab, as in every list of tabs. */
const Tabs = ({
  id,
  tabs,
  current,
  onChoose,
}: {
  id: string
  tabs: readonly { list: string; tab: string }[]
  current: string
  onChoose: (list: string) => void
}) => {
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const index = tabs.findIndex(({ list }) => list === current) + step
    const next = tabs.at(index % tabs.length)
    if (!next) return
    onChoose(next.list)
    row.current?.querySelector<HTMLElement>(`[data-list="${next.list}"]`)?.focus()
  }
  return (
    <div ref={row} role="tablist" aria-label="ランキングの種類" className={styles.tabs}>
      {tabs.map(({ list, tab }) => (
        <button
          key={list}
          type="button"
          role="tab"
          id={`${id}-${list}`}
          data-list={list}
          aria-selected={list === current}
          aria-controls={`${id}-panel`}
          tabIndex={list === current ? 0 : -1}
          onClick={() => onChoose(list)}
          onKeyDown={move}
        >
          {tab}
        </button>
      ))}
    </div>
  )
}

const Places = ({ people }: { people: readonly PersonCard[] }) => (
  <ol className={styles.places}>
    {people.map((person, index) => (
      <li key={person.id}>
        <span className={`${styles.place} num`} aria-hidden="true">
          {index + 1}
        </span>
        <Avatar imageId={person.avatarId} size={40} />
        <Link to={paths.profile(person.id)} className={styles.person}>
          <b>{person.name}</b>
          <Rating average={person.rating.average} count={person.rating.count} />
        </Link>
        <StateBadge state={person.state} plain />
      </li>
    ))}
  </ol>
)
