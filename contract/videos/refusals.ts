/** The refusals of videos, for contract/refusals.ts. What is wrong with a file itself is in problems.ts. */
export const videosRefusals = {
  videoTooLarge: { status: 413, message: '動画は500MBまでです。小さくしてからお試しください。' },
  videoTooMany: {
    status: 429,
    message: '送信中の動画があります。終わってから、または取り消してからお試しください。',
  },
  videoOffsetWrong: { status: 409, message: '送信の続きを確認しています。もう一度お試しください。' },
  videoNotReady: { status: 409, message: '動画の準備が終わるまでお待ちください。' },
  videoGone: { status: 409, message: '動画が見つかりません。もう一度選んでください。' },
} as const
