import { memo, Suspense, useId, useState } from 'react'
import type { Profile } from '#contract/people/people.ts'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import { BookingEntry } from '#web/bookings/booking-entry.tsx'
import { useBookingOffer } from '#web/bookings/queries.ts'
import { useProfile } from '#web/people/queries.ts'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { ProfileReviews, ReviewsAhead } from '#web/reviews/profile-reviews.tsx'
import { Link, useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { AnswerError } from '#web/shell/query.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Mark, Tag } from '#web/ui/form/chip.tsx'
import { SectionHead } from '#web/ui/panel.tsx'
import { AgeAndRegion } from '#web/ui/person/age-and-region.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { PartSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { CallBar, fairness } from './call-bar.tsx'
import { PortraitHero } from './portrait-hero.tsx'
import { ProfileFacts, ProfileState } from './profile-facts.tsx'
import styles from './profile-page.module.css'
import { Schedule } from './schedule.tsx'

const ProfilePosts = lazyPart(async () => (await import('#web/timeline/profile-posts.tsx')).ProfilePosts)

/** Pictures that the first look doesn't wait for. */
const ProfileGallery = lazyPart(async () => (await import('#web/gallery/profile-gallery.tsx')).ProfileGallery)

const ProfileItems = lazyPart(async () => (await import('#web/gallery/profile-items.tsx')).ProfileItems)

/** A broadcaster's profile; to a broadcaster also a caller's. */
export const ProfilePage = () => {
  const partnerId = useParams().partnerId ?? ''
  const query = useProfile(partnerId)
  usePresenceEvents()
  usePageTitle(query.data ? `${query.data.name}さん` : 'プロフィール')
  if (query.data) return <ProfileView key={partnerId} person={query.data} nowMs={query.dataUpdatedAt} />
  if (!query.isError) return <ProfileSkeleton />
  const isRefused = query.error instanceof AnswerError && query.error.code !== 'serverFailure'
  return (
    <>
      <PhoneBar />
      <div className={styles.failed}>
        {isRefused ? (
          <EmptyState
            level={1}
            title="プロフィールを表示できません"
            action={
              <ButtonLink variant="primary" to={paths.home()}>
                ホームへ戻る
              </ButtonLink>
            }
          >
            {query.error.message}
          </EmptyState>
        ) : (
          <>
            <h1 className="vh">プロフィール</h1>
            <QueryError query={query} />
          </>
        )}
      </div>
    </>
  )
}

/** Until there is a portrait with a button of its own: the way back. */
const PhoneBar = () => {
  const goBack = useBackNavigation(paths.home)
  return <AppBar onBack={goBack} className="only-mobile" />
}

interface Shown {
  person: Profile
  /** When the profile was known: the server's markup and the browser's tell the same days by it. */
  nowMs: number
}

type DetailsProps = Shown & { isOwn: boolean }

const ProfileView = ({ person, nowMs }: Shown) => {
  const { data: session } = useSession()
  const isOwn = session?.user.id === person.id
  return (
    <div className={styles.columns} data-callable={person.callable || undefined}>
      <div className={styles.left}>
        <PortraitHero person={person} isOwn={isOwn} />
        <CallBar person={person} />
      </div>
      <div className={styles.sheet}>
        <header className={styles.head}>
          <ProfileState person={person} nowMs={nowMs} />
          <div className={styles.name}>
            <h1>{person.name}</h1>
            <p>
              <AgeAndRegion age={person.age} region={person.region} />
              {person.job ? `・${person.job}` : ''}
            </p>
            {person.isNew ? <Mark>NEW</Mark> : null}
          </div>
          {isOwn ? <p className={styles.own}>お相手には、このように見えています。</p> : null}
        </header>
        {person.role === 'broadcaster' ? (
          <BroadcasterDetails person={person} nowMs={nowMs} isOwn={isOwn} />
        ) : person.callable ? (
          <CallerDetails />
        ) : null}
      </div>
    </div>
  )
}

const tabs = [
  { name: 'about', label: 'プロフィール' },
  { name: 'gallery', label: 'ギャラリー' },
  { name: 'posts', label: '投稿' },
] as const

/** The facts stay; below them who the broadcaster is, what the broadcaster sells, or what the broadcaster has posted. */
const BroadcasterDetails = ({ person, nowMs, isOwn }: DetailsProps) => {
  const [shown, setShown] = useState<(typeof tabs)[number]['name']>('about')
  const panel = useId()
  return (
    <>
      <ProfileFacts person={person} />
      <div role="tablist" aria-label="表示する内容" className={styles.tabs}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={shown === name}
            aria-controls={panel}
            onClick={() => setShown(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={panel} role="tabpanel" aria-label={tabs.find(({ name }) => name === shown)?.label}>
        {shown === 'about' ? (
          <About person={person} nowMs={nowMs} isOwn={isOwn} />
        ) : (
          <Suspense fallback={<Skeleton height={200} />}>
            {shown === 'gallery' ? (
              <ProfileItems partner={person} />
            ) : (
              <ProfilePosts userId={person.id} name={person.name} />
            )}
          </Suspense>
        )}
      </div>
    </>
  )
}

const About = ({ person, nowMs, isOwn }: DetailsProps) => (
  <>
    <section aria-labelledby="bio">
      <SectionHead id="bio" title="自己紹介" />
      <p className={styles.prose}>{person.bio || 'まだ書かれていません。'}</p>
      {person.tags.length > 0 ? (
        <ul className={styles.tags} aria-label="タグ">
          {person.tags.map((tag) => (
            <li key={tag}>
              <Link to={paths.searchTag(tag)}>
                <Tag>{tag}</Tag>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
    {person.callable ? <p className={`${styles.note} only-mobile`}>{fairness}</p> : null}
    <AfterTheWords person={person} nowMs={japaneseDayStart(nowMs)} isOwn={isOwn} />
  </>
)

/** Whether all is the same apart from the presence, which changes often and isn't shown there. */
const isSameButPresence = (before: DetailsProps, after: DetailsProps): boolean =>
  before.isOwn === after.isOwn &&
  before.nowMs === after.nowMs &&
  (Object.keys(after.person) as (keyof Profile)[]).every(
    (key) => key === 'state' || before.person[key] === after.person[key],
  )

/**
 * What is loaded after the first look, shown at once, so that no part of it pushes another one down. If it is rendered
 * again before its code has come, React replaces the server's markup, and a tap on it is lost. So a change of presence
 * doesn't render it again, and answers are used inside of the boundary only.
 */
const AfterTheWords = memo(
  ({ person, nowMs, isOwn }: DetailsProps) => (
    <>
      <BookingOfferAhead person={person} />
      {person.rating.average === null ? null : <ReviewsAhead person={person} />}
      <Suspense fallback={<PartSkeleton height={320} />}>
        <GalleryAndAfter person={person} nowMs={nowMs} isOwn={isOwn} />
      </Suspense>
    </>
  ),
  isSameButPresence,
)

/** Requests the offer before its place is there. */
const BookingOfferAhead = ({ person }: Pick<Shown, 'person'>) => {
  useBookingOffer(person.id)
  return null
}

const GalleryAndAfter = ({ person, nowMs, isOwn }: DetailsProps) => (
  <ProfileGallery partner={person} isHeld={useBookingOffer(person.id).isLoading}>
    <Schedule slots={person.schedule} nowMs={nowMs} />
    <div className={styles.booking}>
      <BookingEntry person={person} />
    </div>
    <ProfileReviews person={person} isOwn={isOwn} />
  </ProfileGallery>
)

/** What a broadcaster's call to a caller does: the caller sees the price before answering. */
const CallerDetails = () => (
  <section aria-labelledby="calling">
    <SectionHead id="calling" title="通話をかけるとき" />
    <p className={styles.prose}>
      お相手の着信画面に、あなたの1分あたりの料金が表示されます。ポイントは、お相手が応答してつながってから計算されます。
    </p>
  </section>
)

const ProfileSkeleton = () => (
  <div role="status">
    <PhoneBar />
    <h1 className="vh">プロフィール</h1>
    <span className="vh">読み込み中</span>
    <div className={styles.columns} aria-hidden="true">
      <div className={styles.left}>
        <Skeleton className={styles.heroSkeleton} />
      </div>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Skeleton height={18} width={160} />
          <Skeleton height={36} width={220} />
          <Skeleton height={68} />
          <Skeleton height={18} width="94%" />
          <Skeleton height={18} width="88%" />
          <Skeleton height={18} width="60%" />
        </div>
      </div>
    </div>
  </div>
)
