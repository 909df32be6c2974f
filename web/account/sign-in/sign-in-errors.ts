import { failureMessage } from '#contract/core/client.ts'
import { refusals } from '#contract/refusals.ts'

/** Error names of the sign-in wire (NextAuth v4), and the texts that people read. */
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

/** The text for an error in an address: only texts of ours, never a stranger's. */
export const signInErrorText = (error: string): string =>
  texts.get(error) ?? (ownSentences.has(error) ? error : 'ログインできませんでした。もう一度お試しください。')

/** The text for an error that the server answered: its own Japanese text is shown unchanged. */
export const answeredErrorText = (error: string | null | undefined): string =>
  error ? (texts.get(error) ?? error) : failureMessage
