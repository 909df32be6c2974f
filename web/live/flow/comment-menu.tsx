import { Ban, Flag, type LucideIcon, Pin, PinOff, Trash2, UserX, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { type FlowEntry, liveFlowEndpoints } from '#contract/live/flow.ts'
import { liveMemberEndpoints } from '#contract/live/members.ts'
import { BlockModal } from '#web/safety/block-modal.tsx'
import { OneReport } from '#web/safety/one-report.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './sheets.module.css'
import { type LiveFlow, useAsk } from './use-flow.ts'

interface CommentMenuProps {
  live: LiveFlow
  entry: FlowEntry
  onClose: () => void
}

type Step = 'choose' | 'report' | 'kick'

/** What can be done about a line: everybody may report it, the broadcaster and the moderator look after the room. */
export const CommentMenu = (props: CommentMenuProps) => {
  const [step, setStep] = useState<Step>('choose')
  /** Whose alias it is, once a block asks for it. */
  const [partner, setPartner] = useState<{ id: string; name: string } | null>(null)
  const { entry, onClose } = props
  if (entry.member === null) return null
  if (step === 'report') return <ReportComment {...props} />
  if (partner) return <BlockModal partner={partner} place="card" night onClose={onClose} />
  if (step === 'kick') return <Kick {...props} member={entry.member} />
  return <Choices {...props} member={entry.member} onStep={setStep} onBlock={setPartner} />
}

type Member = NonNullable<FlowEntry['member']>

const Choices = ({
  live,
  entry,
  member,
  onStep,
  onBlock,
  onClose,
}: CommentMenuProps & {
  member: Member
  onStep: (step: Step) => void
  onBlock: (partner: { id: string; name: string }) => void
}) => {
  const moderate = useAsk(liveFlowEndpoints.moderateLive)
  const find = useAsk(liveMemberEndpoints.getLiveMember)
  const { role, state } = live.flow
  const { roomId } = live
  const isKeeper = role === 'broadcaster' || (role === 'moderator' && !member.isBroadcaster)
  const isComment = entry.kind === 'comment' && entry.text !== ''
  const failure = moderate.error ?? find.error
  const isPinned = state.pinned?.seq === entry.seq
  const act = async (action: Parameters<typeof moderate.mutateAsync>[0]['action'], title: string) => {
    try {
      await moderate.mutateAsync({ roomId, action })
      onClose()
      await showToast({ tone: 'ok', title })
    } catch {
      // Shown below the choices.
    }
  }
  const mute = (isMuted: boolean) =>
    act(
      { type: 'mute', alias: member.alias, isMuted },
      isMuted ? 'ミュートしました' : 'ミュートを解除しました',
    )
  return (
    <Modal open night title={`${member.name}さん`} onClose={onClose}>
      {entry.text ? <p className={styles.quoted}>{entry.text}</p> : null}
      <ul className={styles.choices}>
        {isKeeper && isComment ? (
          <>
            <Choice
              icon={isPinned ? PinOff : Pin}
              label={isPinned ? 'ピン留めを外す' : 'ピン留めする'}
              onPress={() =>
                void act(
                  { type: 'pin', seq: isPinned ? null : entry.seq },
                  isPinned ? 'ピン留めを外しました' : 'ピン留めしました',
                )
              }
            />
            <Choice
              icon={Trash2}
              label="削除する"
              onPress={() => void act({ type: 'remove', seq: entry.seq }, '削除しました')}
            />
          </>
        ) : null}
        {isKeeper && !member.isBroadcaster ? (
          <>
            <Choice icon={VolumeX} label="ミュートする" onPress={() => void mute(true)} />
            <Choice icon={VolumeX} label="ミュートを解除する" onPress={() => void mute(false)} />
            <Choice icon={UserX} label="退出してもらう" onPress={() => onStep('kick')} />
          </>
        ) : null}
        {role === 'broadcaster' || member.isBroadcaster ? (
          <Choice
            icon={Ban}
            label="ブロックする"
            onPress={() =>
              find.mutate({ roomId, alias: member.alias }, { onSuccess: (found) => onBlock(found.member) })
            }
          />
        ) : null}
        <Choice icon={Flag} label="通報する" onPress={() => onStep('report')} />
      </ul>
      {failure ? (
        <p className={styles.refusal} role="alert">
          {failure.message}
        </p>
      ) : null}
    </Modal>
  )
}

const Choice = ({ icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) => (
  <li>
    <button type="button" onClick={onPress}>
      <Icon of={icon} />
      {label}
    </button>
  </li>
)

const Kick = ({ live: { roomId }, member, onClose }: CommentMenuProps & { member: Member }) => {
  const moderate = useAsk(liveFlowEndpoints.moderateLive)
  const send = async () => {
    try {
      await moderate.mutateAsync({ roomId, action: { type: 'kick', alias: member.alias } })
      onClose()
      await showToast({ tone: 'ok', title: `${member.name}さんに退出してもらいました` })
    } catch {
      // Shown below the text.
    }
  }
  return (
    <ConfirmDialog
      night
      title={`${member.name}さんに退出してもらいますか？`}
      label="退出してもらう"
      isPending={moderate.isPending}
      error={moderate.error}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p className={styles.note}>
        視聴はそこで終わり、この配信には入れなくなります。取り置き中のメニューのポイントはお返しします。
      </p>
    </ConfirmDialog>
  )
}

const ReportComment = ({ live: { roomId }, entry, onClose }: CommentMenuProps) => {
  const report = useAsk(liveFlowEndpoints.reportLiveComment)
  return (
    <OneReport
      night
      report={report}
      input={(filled) => ({ ...filled, roomId, seq: entry.seq })}
      title={`${entry.member?.name ?? ''}さんを通報`}
      sentAlong="直前2分間のコメントが、確認のために運営に送られます。"
      onClose={onClose}
    />
  )
}
