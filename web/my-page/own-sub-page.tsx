import type { ReactNode } from 'react'
import { useSession } from '../account/session.tsx'
import { paths } from '../shell/paths.ts'
import { SubPage } from '../shell/sub-page.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'

/** A screen below マイページ; a visitor is sent to sign in. */
export const OwnSubPage = ({
  title,
  back = paths.myPage(),
  children,
}: {
  title: string
  back?: string
  children: ReactNode
}) => {
  const { data: session } = useSession({ required: true })
  return (
    <SubPage title={title} back={back}>
      {session ? children : <RowsSkeleton count={5} />}
    </SubPage>
  )
}
