import type { MessageButtonTarget } from '#contract/legal/message-buttons.ts'
import { paths } from '#web/shell/navigation/paths.ts'

/** Where a message page's button leads, and its name for operators. */
export const messageTargets = {
  home: { path: paths.home, text: 'ホーム' },
  search: { path: paths.search, text: 'さがす' },
  random: { path: paths.randomCall, text: 'ランダム通話' },
  purchase: { path: paths.purchase, text: 'ポイント購入' },
  myPage: { path: paths.myPage, text: 'マイページ' },
  base: { path: paths.base, text: 'ベース' },
  videoTest: { path: () => paths.videoTest(), text: '通話テスト' },
  community: { path: () => paths.legal('community'), text: 'コミュニティガイドライン' },
} as const satisfies Record<MessageButtonTarget, { path: () => string; text: string }>
