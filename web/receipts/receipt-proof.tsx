import { Link2, QrCode as QrIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from '#web/router/router.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './receipt-proof.module.css'

const QrCode = lazyPart(async () => (await import('#web/ui/qr-code.tsx')).QrCode)

/** The verifiable form of a receipt, to be handed on as a link, a text or a QR code. */
export const ReceiptProof = ({ signed }: { signed: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const path = paths.verifyReceipt(signed)
  const link = `${window.location.origin}${path}`
  return (
    <Panel title="この明細の証明">
      <p className={styles.text}>
        電子署名つきの明細です。受け取った方は、本物かどうかを<Link to={path}>検証ページ</Link>
        で確かめられます。お名前は含まれません。
      </p>
      <div className={styles.actions}>
        <Button size="s" icon={Link2} onClick={() => void copy(link, 'リンクをコピーしました')}>
          リンクをコピー
        </Button>
        <Button size="s" icon={QrIcon} onClick={() => setIsOpen(true)}>
          QRコード
        </Button>
      </div>
      <Modal open={isOpen} onClose={() => setIsOpen(false)} title="明細のQRコード">
        <div className={styles.modal}>
          <Suspense fallback={<Skeleton height={320} />}>
            <QrCode text={link} label="検証ページを開くQRコード" />
          </Suspense>
          <Button block onClick={() => void copy(signed, 'テキストをコピーしました')}>
            テキストをコピー
          </Button>
        </div>
      </Modal>
    </Panel>
  )
}

const copy = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    await showToast({ tone: 'ok', title: done })
  } catch {
    await showToast({
      tone: 'error',
      title: 'コピーできませんでした',
      text: '検証ページを開くと、テキストを選んでコピーできます。',
    })
  }
}
