/** Where to allow camera and microphone after a refusal: a page can't ask a second time by itself. */

type Place =
  | 'inApp'
  | 'iosSafari'
  | 'iosOther'
  | 'android'
  | 'firefox'
  | 'macSafari'
  /** Chrome, Edge and other Chromium browsers. */
  | 'desktop'

/** The first entry all of whose patterns match: several user agents name other browsers as well. */
const places: readonly (readonly [patterns: readonly RegExp[], place: Place])[] = [
  [[/\b(Line\/|FBAN|FBAV|Instagram|Twitter|TikTok|musical_ly)/i], 'inApp'],
  [[/iPhone|iPad|iPod/, /(CriOS|FxiOS|EdgiOS|OPT)\//], 'iosOther'],
  [[/iPhone|iPad|iPod/], 'iosSafari'],
  [[/Android/], 'android'],
  [[/Firefox\//], 'firefox'],
  [[/Macintosh/, / Version\//, / Safari\//], 'macSafari'],
]

const inComputer = (device: string) =>
  `変わらないときは、パソコンの「プライバシー」の設定でも、ブラウザに${device}を許可してください。`

const sentences: Record<Place, (device: string) => string> = {
  inApp: () =>
    'アプリの中の画面では使えないことがあります。右上などのメニューから、SafariやChromeで開き直してください。',
  iosSafari: (device) =>
    `アドレスバーのマーク（「ぁあ」など）をタップし、「Webサイトの設定」で${device}を「許可」にして、このページを開き直してください。`,
  iosOther: (device) =>
    `iPhoneの「設定」でお使いのブラウザを開き、${device}をオンにして、このページを開き直してください。`,
  android: (device) => `アドレスバーの左のマークをタップし、「権限」で${device}を許可してください。`,
  firefox: (device) =>
    `アドレスバーの左にある${device}のマークをクリックし、ブロックを解除してください。${inComputer(device)}`,
  macSafari: (device) =>
    `メニューバーの「Safari」から、このWebサイトの設定を開き、${device}を「許可」にしてください。${inComputer(device)}`,
  desktop: (device) =>
    `アドレスバーの左のマークをクリックし、${device}をオンにしてください。${inComputer(device)}`,
}

/** @param device what was refused, in Japanese, such as カメラとマイク */
export const permissionHelp = (userAgent: string, device: string): string => {
  const [, place] = places.find(([patterns]) => patterns.every((pattern) => pattern.test(userAgent))) ?? [
    null,
    'desktop' as const,
  ]
  return sentences[place](device)
}
