import { UserRoundPen } from 'lucide-react'
import { useOwnProfile } from '#web/my-page/profile/own-profile-queries.ts'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './become-broadcaster.module.css'

/** What a broadcaster's profile still lacks; empty once it is complete, and until that is known. */
export const useMissingOfProfile = (): readonly string[] => {
  const me = useMe()
  const profile = useOwnProfile()
  if (!me.data || !profile.data) return []
  return [
    ...(me.data.avatarId === null ? ['プロフィール写真'] : []),
    ...(profile.data.bio === '' ? ['自己紹介'] : []),
  ]
}

/** Whether what the profile lacks isn't known yet. */
export const useIsProfileLoading = (): boolean => {
  const me = useMe()
  const profile = useOwnProfile()
  return me.isLoading || profile.isLoading
}

/** A new broadcaster's way to the profile. Absent once it is complete. */
export const ProfileNudge = () => {
  const missing = useMissingOfProfile()
  if (missing.length === 0) return null
  return (
    <Panel title="プロフィールを整えましょう">
      <div className={styles.nudge}>
        <p>{missing.join('と')}があると、はじめての方も声をかけやすくなります。</p>
        <ButtonLink to={paths.ownProfile()} variant="quiet" icon={UserRoundPen}>
          プロフィールを編集する
        </ButtonLink>
      </div>
    </Panel>
  )
}
