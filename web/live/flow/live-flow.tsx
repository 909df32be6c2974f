import { Gift, ListChecks, MessageSquareText, Target } from 'lucide-react'
import { useState } from 'react'
import type { FlowEntry } from '#contract/live/flow.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { CommentList } from './comment-list.tsx'
import { CommentMenu } from './comment-menu.tsx'
import styles from './flow.module.css'
import { GoalBar } from './goal-bar.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import { PresentButton, PresentsSheet } from './presents-sheet.tsx'
import { GoalForm, MenuQueue, RoomTools } from './room-tools.tsx'
import { type LiveFlow, usePresents, useToyMenu } from './use-flow.ts'

type Open = 'presents' | 'menu' | 'goal' | 'tools' | null
/** Presents that are on the page itself; all others are in the sheet. */
const quickMax = 4

/**
 * The lower part of a live room, for watchers and for the broadcaster by the flow's own role: goal, comments, presents,
 * menu and the composer. It fills a flex column that the page gives it; the page mounts `PresentStage` over the picture.
 */
export const LiveFlowPanel = ({
  live,
  broadcasterId,
  onNeedPoints,
}: {
  live: LiveFlow
  broadcasterId: string
  /** The points don't suffice: the page opens its quick charge. */
  onNeedPoints: () => void
}) => {
  const [picked, setPicked] = useState<FlowEntry | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const [presentId, setPresentId] = useState<string>()
  const { flow, failure } = live
  const close = () => setOpen(null)
  if (failure && !flow.isLoaded)
    return <QueryError query={{ error: failure, isFetching: false, refetch: live.reload }} />
  const isOwn = flow.role === 'broadcaster'
  return (
    <section className={styles.panel} aria-label="コメントとプレゼント">
      <GoalBar live={live} />
      <CommentList
        entries={flow.entries}
        pinned={flow.state.pinned}
        ownAlias={flow.ownAlias}
        onPick={setPicked}
      />
      {isOwn ? (
        <OwnTools onOpen={setOpen} />
      ) : (
        <Offers
          broadcasterId={broadcasterId}
          isLoaded={flow.isLoaded}
          onPresent={(id) => {
            setPresentId(id)
            setOpen('presents')
          }}
          onMenu={() => setOpen('menu')}
        />
      )}
      {isOwn && (flow.orders.length > 0 || flow.state.isMenuPaused) ? <MenuQueue live={live} /> : null}
      <CommentComposer live={live} onNeedPoints={onNeedPoints} />
      {picked ? <CommentMenu live={live} entry={picked} onClose={() => setPicked(null)} /> : null}
      {open === 'presents' ? (
        <PresentsSheet live={live} chosenId={presentId} onNeedPoints={onNeedPoints} onClose={close} />
      ) : null}
      {open === 'menu' ? (
        <MenuSheet live={live} broadcasterId={broadcasterId} onNeedPoints={onNeedPoints} onClose={close} />
      ) : null}
      {open === 'goal' ? <GoalForm live={live} onClose={close} /> : null}
      {open === 'tools' ? <RoomTools live={live} onClose={close} /> : null}
    </section>
  )
}

/** Some presents of different prices, then all of them, and the menu where there is one. */
const Offers = ({
  broadcasterId,
  isLoaded,
  onPresent,
  onMenu,
}: {
  broadcasterId: string
  isLoaded: boolean
  onPresent: (presentId?: string) => void
  onMenu: () => void
}) => {
  const { data: presents = [] } = usePresents(isLoaded)
  const { data: menu } = useToyMenu(broadcasterId, isLoaded)
  const step = Math.max(1, (presents.length - 1) / (quickMax - 1))
  const quick = [...new Set(Array.from({ length: quickMax }, (_, n) => Math.round(n * step)))]
  return (
    <div className={styles.offers}>
      <ul className={styles.quick}>
        {quick.flatMap((index) => {
          const present = presents[index]
          return present
            ? [
                <li key={present.presentId}>
                  <PresentButton present={present} onPick={() => onPresent(present.presentId)} />
                </li>,
              ]
            : []
        })}
      </ul>
      <div className={styles.more}>
        <IconButton icon={Gift} label="プレゼントをすべて見る" onClick={() => onPresent()} />
        {menu && menu.items.length > 0 ? (
          <IconButton icon={ListChecks} label="メニュー" onClick={onMenu} />
        ) : null}
      </div>
    </div>
  )
}

const OwnTools = ({ onOpen }: { onOpen: (open: Open) => void }) => (
  <div className={styles.ownTools}>
    <IconButton icon={Target} label="みんなの目標" onClick={() => onOpen('goal')} />
    <IconButton icon={MessageSquareText} label="コメントの設定" onClick={() => onOpen('tools')} />
  </div>
)
