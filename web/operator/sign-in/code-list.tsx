import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import styles from './sign-in.module.css'

/** Recovery codes, and a button that saves them. */
export const CodeList = ({ codes }: { codes: readonly string[] }) => {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => undefined,
    )
  return (
    <>
      <ul className={styles.codes} aria-label="予備コード">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon={Copy} block onClick={() => void copy()}>
        {isCopied ? 'コピーしました' : 'コピー'}
      </Button>
    </>
  )
}
