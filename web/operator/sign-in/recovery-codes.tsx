import { Button } from '#web/ui/button.tsx'
import { CodeList } from './code-list.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Shown once, right after the enrolment. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => (
  <SignInFrame title="予備コードの保管">
    <p>
      認証アプリが使えないときに、確認コードの代わりに使えます。1つにつき1回です。この画面にだけ表示されますので、安全な場所に保管してください。
    </p>
    <CodeList codes={codes} />
    <Button variant="primary" block onClick={onKept}>
      保管しました
    </Button>
  </SignInFrame>
)
