import type { CallKind } from '#contract/calls/calls.ts'
import type { DeviceChange } from './device-changes.ts'
import type { DeviceSwitches } from './device-memory.ts'
import type { DeviceProblem, LocalMedia } from './local-media.ts'

type Problems = LocalMedia['problems']

/** The devices a call of this kind asks for, in words. */
export const devicesOf = (kind: CallKind, { camera }: Pick<DeviceSwitches, 'camera'>): string =>
  kind === 'video' && camera ? 'カメラとマイク' : 'マイク'

/** What is switched off before a call, in words; null when nothing is. */
export const switchedOffText = (kind: CallKind, { microphone, camera }: DeviceSwitches): string | null => {
  const off = [...(kind === 'video' && !camera ? ['カメラ'] : []), ...(microphone ? [] : ['マイク'])].join(
    'と',
  )
  return off === '' ? null : `${off}はオフです。通話中にオンにできます。`
}

/** In place of the own picture. On, the camera has no picture because it delivers none. */
export const noPictureText = (isCameraOn: boolean): string =>
  isCameraOn ? 'カメラの映像が止まっています' : 'カメラはオフです'

const missingDevices = ({ microphone, camera }: Problems): string => {
  if (microphone && camera) return 'カメラとマイク'
  return camera ? 'カメラ' : 'マイク'
}

const reasons = {
  denied: (device) => ({
    title: `${device}の使用が許可されていません`,
    help: `アドレスバーの左のマークか、ブラウザの設定から、このサイトの${device}を「許可」にして、もう一度お試しください。`,
  }),
  missing: (device) => ({
    title: `${device}が見つかりません`,
    help: `${device}がつながっているかご確認のうえ、もう一度お試しください。`,
  }),
  inUse: (device) => ({
    title: `${device}を使えません`,
    help: `ほかのアプリが${device}を使っているようです。閉じてから、もう一度お試しください。`,
  }),
  insecure: (device) => ({
    title: `このページでは${device}を使えません`,
    help: 'アドレスが https で始まるページで開き直してください。',
  }),
  unknown: (device) => ({
    title: `${device}を使えませんでした`,
    help: 'ブラウザを開き直して、もう一度お試しください。',
  }),
} as const satisfies Record<DeviceProblem, (device: string) => { title: string; help: string }>

export interface DeviceHelp {
  title: string
  help: string
  /** What it means to continue without the devices, and the button for it. */
  goOn: { note: string; button: string }
}

export const deviceHelp = (problems: Problems): DeviceHelp => {
  const device = missingDevices(problems)
  const problem = problems.microphone ?? problems.camera ?? 'unknown'
  const note = {
    カメラ: 'カメラなしでも、声だけで話せます。',
    マイク: 'マイクなしでは、あなたの声はお相手に届きません。',
    カメラとマイク: 'このままでは、あなたの映像も声もお相手に届きません。',
  }[device]
  return {
    ...reasons[problem](device),
    goOn: { note: note ?? '', button: `${device}なしで続ける` },
  }
}

const changeTexts = {
  microphone: {
    changed: 'マイクが外れたため、別のマイクに切り替えました',
    gone: 'マイクが外れました。声がお相手に届いていません',
    back: 'マイクがまた使えるようになりました',
    refused: 'マイクを使えません。ブラウザの設定で許可されているかご確認ください',
  },
  camera: {
    changed: 'カメラが外れたため、別のカメラに切り替えました',
    gone: 'カメラが外れました。映像がお相手に届いていません',
    back: 'カメラがまた使えるようになりました',
    refused: 'カメラを使えません。ブラウザの設定で許可されているかご確認ください',
  },
} as const satisfies Record<DeviceChange['device'], Record<DeviceChange['outcome'], string>>

export const deviceChangeText = ({ device, outcome }: DeviceChange): string => changeTexts[device][outcome]

export const speakerGoneText = 'スピーカーが外れたため、音声の出力先を切り替えました'
