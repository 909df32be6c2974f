import { BlockDialog } from './block-dialog.tsx'
import { useAddBlock } from './queries.ts'
import type { SafetySubject } from './safety-subject.ts'
import { useBlockDone } from './use-block-done.ts'

/** Says what a block does, and sets it. */
export const BlockModal = ({
  partner,
  place,
  night,
  onBlocked,
  onClose,
}: SafetySubject & { night: boolean; onClose: () => void }) => {
  const block = useAddBlock()
  const isDone = useBlockDone()
  /**
   * During a call its end may close this dialog before the answer arrives; the result is reported all the
   * same.
   */
  const send = async () => {
    try {
      await block.mutateAsync(partner.id)
    } catch {
      // Shown below the text.
      return
    }
    onClose()
    onBlocked?.()
    isDone(partner.name, place)
  }
  return (
    <BlockDialog
      name={partner.name}
      effects={[
        'お互いのプロフィールやトークが表示されなくなります。',
        `通話もメッセージもできなくなります。${place === 'call' ? 'いまの通話は終了します。' : ''}`,
      ]}
      isPending={block.isPending}
      error={block.error}
      night={night}
      onConfirm={() => void send()}
      onClose={onClose}
    />
  )
}
