import type { ReactNode } from 'react'
import { useSession } from '#web/account/session.tsx'
import { paths } from '#web/shell/paths.ts'
import { SubPage } from '#web/shell/sub-page.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'

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
