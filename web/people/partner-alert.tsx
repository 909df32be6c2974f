import { useState } from 'react'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'

/** Specification 8: the alert for a failed partner info, shown once. */
export const PartnerAlert = ({ hasFailed, onRead }: { hasFailed: boolean; onRead?: () => void }) => {
  const [isRead, setIsRead] = useState(false)
  return (
    <AlertDialog
      open={hasFailed && !isRead}
      onClose={() => {
        setIsRead(true)
        onRead?.()
      }}
      title="読み込めませんでした"
      message="ユーザー情報の取得に失敗しました。"
    />
  )
}
