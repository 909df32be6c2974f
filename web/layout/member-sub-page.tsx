import type { ReactNode } from 'react'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { SubPage } from './sub-page.tsx'

/** A screen below マイページ; a visitor is sent to sign in. */
export const MemberSubPage = ({
  title,
  back = paths.myPage(),
  isWide = false,
  children,
}: {
  title: string
  back?: string
  isWide?: boolean
  children: ReactNode
}) => {
  const { data: session } = useSession({ required: true })
  return (
    <SubPage title={title} back={back} isWide={isWide}>
      {session ? children : <RowsSkeleton count={5} />}
    </SubPage>
  )
}
