import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { BlockList } from '#web/safety/block-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './my-page.module.css'

/** The members whom this member blocks. */
export const BlocksPage = () => (
  <MemberSubPage title="ブロックした人">
    <p className={styles.note}>
      ブロックすると、お互いに表示されなくなり、通話もトークもできません。お相手には知らされません。
    </p>
    <Panel>
      <BlockList />
    </Panel>
  </MemberSubPage>
)
