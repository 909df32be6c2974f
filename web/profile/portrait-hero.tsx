import { ChevronLeft, Heart, UserRound } from 'lucide-react'
import type { Profile } from '#contract/people/people.ts'
import { useFavourite } from '#web/favourites/favourite.ts'
import { FavouriteAlert } from '#web/favourites/person-tile.tsx'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { avatarUrl } from '#web/ui/person/images.ts'
import styles from './portrait-hero.module.css'
import { ShareButton } from './share-button.tsx'

/** The portrait with the back button, the share button, the heart and the safety menu on it. */
export const PortraitHero = ({ person, isOwn }: { person: Profile; isOwn: boolean }) => {
  const goBack = useBackNavigation(paths.home)
  return (
    <div className={styles.hero} data-empty={person.avatarId === null || undefined}>
      {person.avatarId ? (
        <img
          src={avatarUrl(person.avatarId, 960)}
          srcSet={`${avatarUrl(person.avatarId, 480)} 480w, ${avatarUrl(person.avatarId, 960)} 960w`}
          sizes="(min-width: 1024px) 340px, 100vw"
          alt={`${person.name}さんのイラスト`}
          width={480}
          height={600}
          fetchPriority="high"
        />
      ) : (
        <Icon of={UserRound} className={styles.figure} />
      )}
      <div className={styles.top}>
        <IconButton
          icon={ChevronLeft}
          label="戻る"
          className={`${styles.button} ${styles.back}`}
          onClick={goBack}
        />
        <div className={styles.actions}>
          <ShareButton person={person} className={styles.button} />
          {isOwn ? null : (
            <>
              <HeartButton person={person} />
              <SafetyMenu partner={person} place="profile" className={styles.button} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

const HeartButton = ({ person }: { person: Profile }) => {
  const favourite = useFavourite(person.id, person.bookmark)
  return (
    <>
      <IconButton
        icon={Heart}
        label="お気に入り"
        aria-pressed={favourite.bookmark}
        aria-disabled={favourite.locked || undefined}
        filled={favourite.bookmark}
        className={`${styles.button} ${styles.heart}`}
        onClick={favourite.toggle}
      />
      <FavouriteAlert alert={favourite.alert} onClose={favourite.dismissAlert} />
    </>
  )
}
