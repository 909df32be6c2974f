import { Copy, Flag, Reply, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type ChatMessage, chatEndpoints } from '#contract/chat/chat.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { ReportModal } from '#web/safety/report-modal.tsx'
import { points } from '#web/text/format.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { actionsOf, type MessageAction } from './message-actions.ts'
import { useConversation } from './message-context.ts'
import { MessageMenu } from './message-menu.tsx'

export interface MenuTarget {
  message: ChatMessage
  bubble: HTMLElement
  point: { x: number; y: number } | null
}

const looks = {
  copy: { label: 'コピー', icon: Copy },
  reply: { label: '返信', icon: Reply },
  unsend: { label: '送信取消', icon: Undo2, isDangerous: true },
  report: { label: '通報', icon: Flag, isDangerous: true },
} as const satisfies Record<MessageAction, object>

const copy = async (message: ChatMessage): Promise<void> => {
  if (message.body.kind !== 'text') return
  try {
    await navigator.clipboard.writeText(message.body.text)
    await showToast({ tone: 'ok', title: 'コピーしました' })
  } catch {
    await showToast({ tone: 'error', title: 'コピーできませんでした' })
  }
}

/** The menu of the message that was pressed, and what its items open. */
export const MessageMenus = ({
  target,
  onClose,
  onReply,
  onUnsent,
}: {
  target: MenuTarget | null
  onClose: () => void
  onReply: (message: ChatMessage) => void
  /** The server unsent a message. */
  onUnsent: () => void
}) => {
  const { viewerId, partner } = useConversation()
  const [unsending, setUnsending] = useState<ChatMessage | null>(null)
  const [reported, setReported] = useState<ChatMessage | null>(null)
  const act: Record<MessageAction, (message: ChatMessage) => void> = {
    copy: (message) => void copy(message),
    reply: onReply,
    unsend: setUnsending,
    report: setReported,
  }
  const actions = target ? actionsOf(target.message, viewerId, Date.now()) : []
  return (
    <>
      {target && actions.length > 0 ? (
        <MessageMenu
          bubble={target.bubble}
          point={target.point}
          items={actions.map((action) => ({ ...looks[action], onPress: () => act[action](target.message) }))}
          onClose={onClose}
        />
      ) : null}
      {reported ? (
        <ReportModal
          partner={partner}
          place="chat"
          messageId={reported.id}
          onClose={() => setReported(null)}
        />
      ) : null}
      {unsending ? (
        <UnsendModal message={unsending} onClose={() => setUnsending(null)} onUnsent={onUnsent} />
      ) : null}
    </>
  )
}

const UnsendModal = ({
  message,
  onClose,
  onUnsent,
}: {
  message: ChatMessage
  onClose: () => void
  onUnsent: () => void
}) => {
  const [isSending, setIsSending] = useState(false)
  const unsend = async () => {
    setIsSending(true)
    const answer = await call(chatEndpoints.unsendMessage, { messageId: message.id })
    onClose()
    if (!isFailure(answer)) return onUnsent()
    await showToast({ tone: 'error', title: '取り消せませんでした', text: answer.message })
  }
  return (
    <ConfirmDialog
      align="center"
      title="送信を取り消しますか？"
      label="送信取消"
      isPending={isSending}
      onConfirm={() => void unsend()}
      onClose={onClose}
    >
      <p>お相手の画面からも消えます。すでに読まれていることもあります。</p>
      {message.paidPoints === undefined ? null : (
        <p>お使いになった{points(message.paidPoints)}は戻りません。</p>
      )}
    </ConfirmDialog>
  )
}
