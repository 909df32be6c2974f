import { type GoogleReturn, googleReturns } from '#contract/account/google-return.ts'
import { showToast, type ToastMessage } from '#web/ui/dialog/toast.ts'

const toasts: Record<GoogleReturn, ToastMessage> = {
  linked: {
    tone: 'ok',
    title: 'Googleアカウントと連携しました',
    text: 'つぎから、Googleアカウントでログインできます。',
  },
  proven: { tone: 'ok', title: 'ご本人の確認ができました', text: 'そのまま、お手続きをつづけられます。' },
  taken: {
    tone: 'error',
    title: '連携できませんでした',
    text: 'このGoogleアカウントは、ほかのアカウントと連携されています。',
  },
  another: {
    tone: 'error',
    title: '連携できませんでした',
    text: 'すでに、別のGoogleアカウントと連携しています。',
  },
  ended: {
    tone: 'error',
    title: 'Googleでの操作を終えられませんでした',
    text: 'ログインの状態が変わりました。もう一度お試しください。',
  },
  unproven: {
    tone: 'error',
    title: 'ご本人の確認ができませんでした',
    text: '連携しているGoogleアカウントに、もう一度ログインしてください。',
  },
  cancelled: { title: 'Googleでの操作を取りやめました' },
  failed: {
    tone: 'error',
    title: 'Googleでの操作を終えられませんでした',
    text: '時間をおいてから、もう一度お試しください。',
  },
}

/** Time to read two lines, in ms. */
const durationMs = 6_000

/** Shows the outcome of a visit to Google that this page began. Unknown values in the address are ignored. */
export const announceGoogleReturn = (outcome: string): void => {
  const known = googleReturns.find((name) => name === outcome)
  if (known) void showToast({ ...toasts[known], durationMs })
}
