/** Why a video that has arrived can't be shown, and the sentence its member reads. */
export const videoProblems = {
  unreadable: 'この動画は読み込めませんでした。MP4・MOV・WebMの動画を選んでください。',
  cutOff: '動画が途中で切れているようです。もう一度書き出してからお試しください。',
  tooLong: '動画は5分までです。短くしてからお試しください。',
  tooManyTracks: '映像や音声がいくつも入った動画は受け取れません。1本の動画に書き出してからお試しください。',
  tooManyPixels: '動画は4K（3840×2160）までです。解像度を下げてからお試しください。',
  tooHeavy: '変換に時間がかかりすぎるため、受け取れませんでした。解像度を下げるか、短くしてお試しください。',
  failed: '動画を変換できませんでした。もう一度お試しください。',
} as const
export type VideoProblem = keyof typeof videoProblems
