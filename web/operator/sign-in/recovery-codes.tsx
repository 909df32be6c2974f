import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './sign-in.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

/** Shown once, right after the enrolment. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => undefined,
    )
  return (
    <SignInFrame title="予備コードの保管">
      <p>
        認証アプリが使えないときに、確認コードの代わりに使えます。1つにつき1回です。この画面にだけ表示されますので、安全な場所に保管してください。
      </p>
      <ul className={styles.codes} aria-label="予備コード">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon={Copy} block onClick={() => void copy()}>
        {isCopied ? 'コピーしました' : 'コピー'}
      </Button>
      <Button variant="primary" block onClick={onKept}>
        保管しました
      </Button>
    </SignInFrame>
  )
}
