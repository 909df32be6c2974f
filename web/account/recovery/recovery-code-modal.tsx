import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/shell/navigation/paths.ts'
import { saveFile } from '#web/shell/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from '../security-modal.module.css'
import { recoveryCodeFile, useCreateRecoveryCode } from './recovery-code.ts'

/** Creates a code, shows it this once, and closes only after the member confirmed that it is stored. */
export const RecoveryCodeModal = ({
  endsFormer,
  onClose,
}: {
  /** A former code exists, which the new one replaces. */
  endsFormer: boolean
  onClose: () => void
}) => {
  const create = useCreateRecoveryCode()
  // The panel learns of the new code while it is shown here.
  const [hadFormer] = useState(endsFormer)
  if (create.data !== undefined) return <CodeModal code={create.data} onClose={onClose} />
  return (
    <Modal open title="復旧コードの作成" dismissible={!create.isPending} onClose={onClose}>
      <p className={styles.text}>
        コードは次の画面に、1回だけ表示されます。紙に書くか、ほかの端末に保存する準備をしてください。
        {hadFormer ? '以前のコードは使えなくなります。' : ''}
      </p>
      <Refusal text={create.error?.message} />
      <Button
        variant="primary"
        size="l"
        block
        data-autofocus
        busy={create.isPending}
        onClick={() => create.mutate()}
      >
        作成する
      </Button>
    </Modal>
  )
}

const CodeModal = ({ code, onClose }: { code: string; onClose: () => void }) => {
  const [isKept, setIsKept] = useState(false)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }
  const address = `${window.location.origin}${paths.recoveryLogin()}`
  return (
    <Modal open title="あなたの復旧コード" closeButton={false} dismissible={false} onClose={onClose}>
      <p className={styles.code} aria-label={`復旧コード ${code}`} role="img">
        {code.split('-').map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move
          <span key={index}>{group}</span>
        ))}
      </p>
      <div className={styles.two}>
        <Button block icon={Copy} onClick={() => void copy()}>
          {copied === 'yes' ? 'コピー済み' : 'コピー'}
        </Button>
        <Button
          block
          icon={Download}
          onClick={() => saveFile('koyoi-recovery-code.txt', recoveryCodeFile(code, address), 'text/plain')}
        >
          ファイルに保存
        </Button>
      </div>
      <Refusal
        text={copied === 'failed' ? 'コピーできませんでした。紙に書くか、ファイルに保存してください。' : null}
      />
      <p className={styles.text}>
        このコードは二度と表示されません。コードを知っている人はアカウントにログインできます。だれにも見せないでください。
      </p>
      <label className={styles.check}>
        <input type="checkbox" checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
        コードを保存しました
      </label>
      <Button variant="primary" size="l" block disabled={!isKept} onClick={onClose}>
        完了
      </Button>
    </Modal>
  )
}
