import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { PictureList } from '../edit/picture-list.tsx'
import { usePictureUploads } from '../edit/use-picture-uploads.ts'
import { useRequestAction } from './queries.ts'
import styles from './request-form.module.css'

/** The broadcaster chooses pictures for one caller. */
export const DeliverModal = ({ requestId, onClose }: { requestId: string; onClose: () => void }) => {
  const uploads = usePictureUploads([])
  const deed = useRequestAction()
  const [problem, setProblem] = useState<string | null>(null)
  const deliver = () => {
    const wrong = uploads.unready ?? (uploads.imageIds.length === 0 ? '画像を1枚以上選んでください。' : null)
    setProblem(wrong)
    if (wrong === null)
      deed.mutate({ type: 'deliver', requestId, imageIds: uploads.imageIds }, { onSuccess: onClose })
  }
  return (
    <Modal
      open
      title="画像を届ける"
      dismissible={!deed.isPending}
      isWritten={uploads.pictures.length > 0}
      onClose={onClose}
    >
      <div className={styles.form}>
        <PictureList uploads={uploads} />
        <p className={styles.note}>
          この方だけが見られます。届けたあとは、取り消しや差し替えはできません。写っている方全員の同意がある、ご自身が権利を持つ画像だけを届けてください。
        </p>
        <Refusal text={problem ?? deed.error?.message} />
        <Button block size="l" variant="primary" busy={deed.isPending} onClick={deliver}>
          この方に届ける
        </Button>
      </div>
    </Modal>
  )
}
