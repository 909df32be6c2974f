import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { galleryRemovalEndpoints } from '#contract/gallery/removal.ts'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { RemovalForm } from './removal-form.tsx'

/** A member reports an item; a visitor is led to the form that needs no account. */
export const RemovalReportModal = ({
  item,
  onClose,
}: {
  item: { id: string; title: string }
  onClose: () => void
}) => {
  const { data: session } = useSession()
  const [reportId] = useState(() => crypto.randomUUID())
  const report = useMutation({
    mutationFn: (input: RequestOf<typeof galleryRemovalEndpoints.reportGalleryItem>) =>
      fetchEndpoint(galleryRemovalEndpoints.reportGalleryItem, input),
    onSuccess: () => {
      onClose()
      void showToast({ tone: 'ok', title: '通報しました', text: '運営が確認します。' })
    },
  })
  return (
    <Modal open title={`「${item.title}」を通報`} dismissible={!report.isPending} onClose={onClose}>
      {session ? (
        <RemovalForm
          isSending={report.isPending}
          error={report.error}
          onSend={(claim) => report.mutate({ ...claim, reportId, itemId: item.id })}
        />
      ) : (
        <>
          <p>削除の申し出は、登録していない方もお送りいただけます。</p>
          <ButtonLink block variant="primary" to={paths.galleryRemoval(item.id)}>
            申し出のフォームへ
          </ButtonLink>
        </>
      )}
      <p>
        <small>
          ご本人の同意なく公開されたものは、確認のうえ、購入した方からも見られないようにします。
          <Link to={paths.legal('community')}>コミュニティガイドライン</Link>
        </small>
      </p>
    </Modal>
  )
}
