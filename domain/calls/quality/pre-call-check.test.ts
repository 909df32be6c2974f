import { describe, expect, it } from 'vitest'
import { permissionHelp } from '../permission-help.ts'
import {
  type Advice,
  adviceTexts,
  judgeLine,
  judgeTest,
  type LineFigures,
  type TestFindings,
  type Verdict,
  verdictTexts,
} from './pre-call-check.ts'

const clear: LineFigures = {
  receivedKbps: 900,
  sendableKbps: 1_200,
  lossPercent: 0,
  roundTripMs: 20,
  jitterMs: 3,
}
const allWell: TestFindings = {
  kind: 'video',
  microphone: 'heard',
  camera: 'usable',
  speaker: 'heard',
  way: 'direct',
  line: clear,
}

describe('a line', () => {
  it.each<[string, Partial<LineFigures>, Verdict, Advice[]]>([
    ['is clear', {}, 'excellent', []],
    ['loses at most a hundredth', { lossPercent: 1 }, 'excellent', []],
    ['loses a little', { lossPercent: 1.5 }, 'good', []],
    ['loses more than a conversation tolerates', { lossPercent: 2.1 }, 'unstable', ['lossy']],
    ['loses every third packet', { lossPercent: 33 }, 'impossible', ['lossy']],
    ['answers in a sixth of a second', { roundTripMs: 170 }, 'good', []],
    ['answers late', { roundTripMs: 301 }, 'unstable', ['slow']],
    ['answers after seconds', { roundTripMs: 2_500 }, 'impossible', ['slow']],
    ['is uneven', { jitterMs: 51 }, 'unstable', ['shaky']],
    ['has a low bitrate', { sendableKbps: 250 }, 'unstable', ['narrow']],
    ['has no reported bitrate, as in Firefox', { sendableKbps: null }, 'excellent', []],
    ['has a still picture, which needs little', { receivedKbps: 60 }, 'excellent', []],
    [
      'is bad in every way',
      { lossPercent: 9, roundTripMs: 900, jitterMs: 90 },
      'unstable',
      ['lossy', 'slow', 'shaky'],
    ],
  ])('that %s', (_, figures, verdict, faults) => {
    expect(judgeLine({ ...clear, ...figures }, 'video')).toEqual({ verdict, faults })
  })

  it('that is too narrow for a picture may suit a voice', () => {
    const narrow = { ...clear, sendableKbps: 100 }
    expect(judgeLine(narrow, 'video').verdict).toBe('unstable')
    expect(judgeLine(narrow, 'voice').verdict).toBe('excellent')
  })
})

describe('a check', () => {
  it.each<[string, Partial<TestFindings>, Verdict, Advice[]]>([
    ['without faults', {}, 'excellent', []],
    ['for voice calls', { kind: 'voice', camera: 'unneeded' }, 'excellent', []],
    ['without a camera', { camera: 'unusable' }, 'good', ['cameraUnusable']],
    ['in which the speaker wasn’t tested', { speaker: 'untested' }, 'excellent', []],
    ['in which the member heard nothing', { speaker: 'unheard' }, 'good', ['speakerUnheard']],
    ['in which the member said nothing', { microphone: 'silent' }, 'good', ['microphoneSilent']],
    ['through a relay', { way: 'relay' }, 'good', ['relayed']],
    ['that reaches no media server', { way: 'none', line: null }, 'impossible', ['unreachable']],
    ['in which nothing returns', { line: null }, 'impossible', ['nothingBack']],
    ['without a microphone', { microphone: 'unusable' }, 'impossible', ['microphoneUnusable']],
    [
      'with nothing to send',
      { microphone: 'unusable', camera: 'unusable', line: null },
      'impossible',
      ['microphoneUnusable', 'cameraUnusable'],
    ],
    [
      'over a bad line through a relay, without a camera',
      { way: 'relay', camera: 'unusable', line: { ...clear, lossPercent: 5 } },
      'unstable',
      ['lossy', 'relayed', 'cameraUnusable'],
    ],
  ])('%s', (_, findings, verdict, advice) => {
    expect(judgeTest({ ...allWell, ...findings })).toEqual({ verdict, advice })
  })

  it('judges a line without a picture by what a voice needs', () => {
    const line = { ...clear, sendableKbps: 100 }
    expect(judgeTest({ ...allWell, camera: 'unusable', line }).advice).toEqual(['cameraUnusable'])
  })

  it('has a sentence for every result, without technical words', () => {
    const texts = [...Object.values(adviceTexts), ...Object.values(verdictTexts).map(({ text }) => text)]
    for (const text of texts) {
      expect(text).toMatch(/。$/)
      expect(text).not.toMatch(/UDP|RTT|TURN|ICE|パケット|ジッター/)
    }
  })
})

describe('the help after a refusal', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  it.each([
    ['Safari of an iPhone', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Webサイトの設定'],
    ['Chrome of an iPhone', `${iphone} CriOS/130.0 Mobile/15E148 Safari/604.1`, 'iPhoneの「設定」'],
    ['LINE', `${iphone} Safari Line/14.1.0`, 'SafariやChromeで開き直して'],
    ['Android', 'Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/130.0 Mobile Safari/537.36', '「権限」'],
    [
      'Firefox',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'ブロックを解除',
    ],
    [
      'Safari of a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      '「Safari」から',
    ],
    [
      'Chrome of a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
      'アドレスバーの左のマークをクリック',
    ],
  ])('for %s names the setting', (_, userAgent, setting) => {
    expect(permissionHelp(userAgent, 'マイク')).toContain(setting)
  })
})
