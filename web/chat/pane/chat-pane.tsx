import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ChatPartner } from '#contract/chat/chat.ts'
import { useProfile } from '#web/people/queries.ts'
import { useCallOffers } from '#web/people/use-call-offers.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { useStore } from '#web/shell/use-store.ts'
import { ClosedComposer } from '../composer/composer.tsx'
import { ComposerArea } from '../composer/composer-area.tsx'
import { useKeyboardSpace } from '../composer/use-keyboard-space.ts'
import type { MemberChat } from '../member/member-chat.ts'
import { ImageViewing } from '../messages/image-viewing.tsx'
import { type Conversation, ConversationProvider } from '../messages/message-context.ts'
import { type MenuTarget, MessageMenus } from '../messages/message-menus.tsx'
import { useUnlock } from '../messages/use-unlock.tsx'
import type { Draft } from '../outbox/outbox.ts'
import { chatOnScreen } from '../timeline/chat-on-screen.ts'
import type { ConversationSync, ConversationView } from '../timeline/conversation-sync.ts'
import { ChatHead } from './chat-header.tsx'
import styles from './chat-pane.module.css'
import { ChatPaneSkeleton, ChatUnavailable } from './chat-pane-states.tsx'
import { quoteOf } from './chat-texts.ts'
import { LiveRegion } from './live-region.tsx'
import { MessageLog } from './message-log.tsx'
import { useConversationWith, useDraft, useTyping } from './use-chat.ts'

interface PaneProps {
  chat: MemberChat
  partnerId: string
  /** Beside a running call with this partner: its own head, no page title, and no button that calls. */
  headInCall?: ReactNode
  /** Above the messages. */
  above?: ReactNode
}

/** The conversation with one partner, in whatever state it is. */
export const ChatPane = ({ chat, partnerId, headInCall, above }: PaneProps) => {
  const pane = useRef<HTMLDivElement>(null)
  const sync = useConversationWith(chat, partnerId)
  const view = useStore(sync.store)
  const { partner, stage, sentence } = view
  useKeyboardSpace(pane)
  return (
    <div ref={pane} className={styles.pane}>
      {headInCall ? null : <ChatTitle name={partner?.name} />}
      {stage === 'refused' ? (
        <ChatUnavailable head={headInCall} />
      ) : partner ? (
        <OpenConversation {...{ chat, sync, view, partner, headInCall }} above={above} />
      ) : (
        <ChatPaneSkeleton sentence={sentence} onRetry={() => sync.nudge()} head={headInCall} />
      )}
    </div>
  )
}

const ChatTitle = ({ name }: { name: string | undefined }) => {
  usePageTitle(name ? `${name}さんとのトーク` : 'トーク')
  return null
}

interface OpenProps {
  chat: MemberChat
  sync: ConversationSync
  view: ConversationView
  partner: ChatPartner
  headInCall: ReactNode
  above: ReactNode
}

const OpenConversation = ({ chat, sync, view, partner, headInCall, above }: OpenProps) => {
  const { memberId: ownId, outbox } = chat
  const { pricePoints } = view
  const isInCall = headInCall !== undefined
  const viewerRole = useViewerRole()
  const offers = useCallOffers(partner.id)
  // The profile receives changes; the conversation has the state at the time it was read.
  const state = useProfile(partner.id).data?.state ?? partner.state
  const unlocking = useUnlock(sync)
  const typing = useTyping(chat, partner.id)
  const isTyping = useStore(typing.isPartnerTyping)
  const draft = useDraft(chat, partner.id, typing)
  const [menu, setMenu] = useState<MenuTarget | null>(null)
  const [wantedSeq, setWantedSeq] = useState(0)
  const [viewedId, setViewedId] = useState<string | null>(null)
  const { unlock } = unlocking
  useEffect(() => chatOnScreen.show(partner.id, sync), [partner.id, sync])
  const conversation = useMemo(
    (): Conversation => ({
      partner,
      viewerId: ownId,
      isCaller: partner.role === 'broadcaster',
      offer: (kind) => (isInCall ? null : (offers.find((offer) => offer.kind === kind) ?? null)),
      openMenu: (message, bubble, point) => setMenu({ message, bubble, point }),
      fillGap: ({ afterSeq, beforeSeq }, from) =>
        void (from === 'above' ? sync.fillBelow(afterSeq) : sync.fillAbove(beforeSeq)),
      jumpTo: setWantedSeq,
      openImage: setViewedId,
      unlock,
      picture: (messageId) => outbox.picture(messageId),
      pricePoints,
      resend: (messageId) => outbox.retry(messageId, pricePoints),
      sendAnyway: (messageId) => outbox.sendAnyway(messageId, pricePoints),
      discard: (messageId) => outbox.remove(messageId),
    }),
    [partner, ownId, offers, isInCall, sync, unlock, outbox, pricePoints],
  )
  const send = (sent: Draft) => {
    outbox.send(partner.id, sent, { replyTo: draft.replyTo, pricePoints })
    draft.sent(sent.kind === 'text')
  }
  return (
    <ConversationProvider value={conversation}>
      {headInCall ?? <ChatHead partner={{ ...partner, state }} offers={offers} />}
      {above}
      <MessageLog
        view={view}
        sync={sync}
        isTyping={isTyping}
        wantedSeq={wantedSeq}
        onArrived={() => setWantedSeq(0)}
      />
      <LiveRegion view={view} partnerName={partner.name} />
      {partner.hasLeft ? (
        <ClosedComposer reason="退会したユーザーには送信できません。" />
      ) : viewerRole === partner.role ? (
        <ClosedComposer reason="この相手とはトークできません。" />
      ) : (
        <ComposerArea
          partner={partner}
          viewerId={ownId}
          canSetPrice={viewerRole === 'broadcaster'}
          text={draft.text}
          onText={draft.write}
          replyTo={draft.replyTo}
          onReplyOff={() => draft.reply(null)}
          pricePoints={pricePoints}
          onSend={send}
        />
      )}
      <MessageMenus
        target={menu}
        onClose={() => setMenu(null)}
        onReply={(message) => draft.reply(quoteOf(message))}
        onUnsent={() => sync.nudge()}
      />
      <ImageViewing rows={view.rows} messageId={viewedId} onClose={() => setViewedId(null)} />
      {unlocking.dialog}
    </ConversationProvider>
  )
}
