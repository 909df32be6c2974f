import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** Second step of an operator with an authenticator. */
export const CodeForm = () => {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <SignInFrame title={isRecovery ? '予備コードの入力' : '確認コードの入力'}>
      <CodeField
        key={String(isRecovery)}
        label={isRecovery ? '予備コード' : '確認コード'}
        hint={isRecovery ? '1つのコードは1回だけ使えます。' : '認証アプリに表示されている6桁の数字です。'}
        button="ログイン"
        isRecovery={isRecovery}
      >
        <Button variant="text" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? '認証アプリのコードを使う' : '認証アプリが使えないとき'}
        </Button>
      </CodeField>
      <SignOutButton>別のアカウントでログイン</SignOutButton>
    </SignInFrame>
  )
}
