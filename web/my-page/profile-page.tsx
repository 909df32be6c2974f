import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OwnAvatar } from './own-avatar.tsx'
import { useOwnProfile } from './profile/own-profile-queries.ts'
import styles from './profile/profile-form.module.css'
import { ProfileForm } from './profile/profile-form.tsx'

/** The member's profile, to be edited. */
export const MyProfilePage = () => (
  <MemberSubPage title="プロフィール編集">
    <Portrait />
    <Form />
  </MemberSubPage>
)

const Portrait = () => {
  const user = useSession().data?.user
  const avatarId = useMe().data?.avatarId ?? null
  if (!user) return null
  return (
    <Panel className={styles.portrait}>
      <OwnAvatar name={user.name} imageId={avatarId} />
      <p>
        写真を押すと、変更できます。
        <br />
        <Link to={paths.profile(user.id)}>お相手からの見え方を確かめる</Link>
      </p>
    </Panel>
  )
}

const Form = () => {
  const query = useOwnProfile()
  const goBack = useBackNavigation(paths.myPage)
  if (query.isError && !query.data) return <QueryError query={query} />
  // A cached answer from an earlier visit would hide later changes.
  if (!query.data || !query.isFetchedAfterMount) return <Skeleton height={520} />
  return <ProfileForm stored={query.data} onSaved={goBack} />
}
