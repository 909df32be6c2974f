import {
  type Advice,
  adviceTexts,
  judgeTest,
  type TestFindings,
  type Verdict,
  verdictTexts,
  wifi,
} from '../calls/quality/pre-call-check.ts'

export interface LiveLine {
  way: TestFindings['way']
  /** Null when nothing returned. */
  line: TestFindings['line']
  /** Without one, the line is judged by what a voice needs. */
  hasPicture: boolean
}

export interface LiveLineVerdict {
  verdict: Verdict
  advice: Advice[]
}

/**
 * The line before a broadcaster goes live, judged as before a call. Only a media server that no path reaches makes it
 * impossible: a line that connects may be bad at one time and good a minute later, and the broadcaster decides.
 */
export const judgeLiveLine = ({ way, line, hasPicture }: LiveLine): LiveLineVerdict => {
  const { verdict, advice } = judgeTest({
    kind: hasPicture ? 'video' : 'voice',
    ...{ microphone: 'heard', camera: hasPicture ? 'usable' : 'unneeded', speaker: 'untested' },
    ...{ way, line },
  })
  return { verdict: way !== 'none' && verdict === 'impossible' ? 'unstable' : verdict, advice }
}

/** The texts that broadcasters read. */
export const liveVerdictTexts: Record<Verdict, { title: string; text: string }> = {
  excellent: verdictTexts.excellent,
  good: { title: '配信できます', text: 'このまま配信を始められます。' },
  unstable: { title: '不安定です', text: '配信はできますが、映像や声がとぎれることがあります。' },
  impossible: { title: '配信できません', text: '次のことをお確かめのうえ、もう一度お試しください。' },
}

/** Where the advice for a call speaks of calls. */
const ownTexts: Partial<Record<Advice, string>> = {
  unreachable: `いまのネットワークからは、配信サーバーにつながりません。別の${wifi}かモバイル回線に切り替えてください。VPNをお使いのときは、オフにしてください。`,
  relayed: `このネットワークでは、中継サーバーを通して配信します。とぎれるときは、別の${wifi}かモバイル回線をお試しください。`,
  nothingBack:
    '配信サーバーから、映像や声が戻ってきませんでした。もう一度たしかめても同じときは、ブラウザを開き直すか、別のネットワークでお試しください。',
  slow: '通信の往復に時間がかかり、コメントへの返事が遅れて届くことがあります。VPNをオフにするか、別の回線をお試しください。',
  narrow: `送れる量が少なめです。映像が粗くなることがあります。別の${wifi}かモバイル回線をお試しください。`,
}

export const liveAdviceText = (advice: Advice): string => ownTexts[advice] ?? adviceTexts[advice]
