import { failureMessage } from '#contract/core/client.ts'
import { refusals } from '#contract/refusals.ts'

/** Error names of the sign-in wire (NextAuth v4) and what people read instead. */
const texts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    SessionRequired: 'ログインが必要です',
    CredentialsSignin: refusals.signInFailed.message,
    Callback: 'ログインできませんでした。もう一度お試しください。',
    OAuthSignin: 'いまはGoogleに接続できません。時間をおいてからお試しください。',
    OAuthCallback: 'Googleでログインできませんでした。もう一度お試しください。',
    OAuthAccountNotLinked:
      'このGoogleアカウントは、まだ連携されていません。これまでの方法でログインし、マイページの「ログインと安全」で連携してください。',
    AccessDenied: 'このアカウントではログインできません。',
    Configuration: failureMessage,
  }),
)

const ownSentences: ReadonlySet<string> = new Set(Object.values(refusals).map(({ message }) => message))

/** The sentence for an error that came in an address: only sentences of our own, never a stranger's text. */
export const signInErrorText = (error: string): string =>
  texts.get(error) ?? (ownSentences.has(error) ? error : 'ログインできませんでした。もう一度お試しください。')

/** The sentence for an error the server itself answered: its own Japanese words stand as they are. */
export const answeredErrorText = (error: string | null | undefined): string =>
  error ? (texts.get(error) ?? error) : failureMessage
