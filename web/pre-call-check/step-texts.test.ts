import { describe, expect, it } from 'vitest'
import { type CheckView, freshView } from './check-view.ts'
import { announcementOf, bitrateText, problemHelp, secondsText, stateText } from './step-texts.ts'

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/130.0 Mobile Safari/537.36'
const running = (change: Partial<CheckView>): CheckView => ({
  ...freshView('video'),
  stage: 'running',
  ...change,
})

describe('the help of a device', () => {
  it('says after a refusal where this browser has its settings, for both devices at once', () => {
    expect(problemHelp({ microphone: 'denied', camera: 'denied' }, android)).toEqual({
      title: 'カメラとマイクの使用が許可されていません',
      help: 'アドレスバーの左のマークをタップし、「権限」でカメラとマイクを許可してください。',
    })
  })

  it('says that another app uses a camera that is in use', () => {
    expect(problemHelp({ microphone: null, camera: 'inUse' }, android).help).toContain('ほかのアプリが')
  })
})

describe('the text for a screen reader', () => {
  it('is the step, its state and what stopped it', () => {
    const { steps } = freshView('video')
    const view = running({
      current: 'permission',
      problems: { microphone: 'denied', camera: null },
      steps: { ...steps, permission: 'failed' },
    })
    expect(announcementOf(view, android)).toBe(
      '6つのうち1つ目、カメラとマイクの許可。許可なし。マイクの使用が許可されていません',
    )
  })

  it('is the verdict with its advice', () => {
    const view = running({ stage: 'done', result: { verdict: 'good', advice: ['speakerUnheard'] } })
    expect(announcementOf(view, android)).toMatch(/^結果は「通話できます」。.*音量と消音モード/)
  })

  it('is empty before the check begins', () => {
    expect(announcementOf(freshView('video'), android)).toBe('')
  })
})

describe('texts and figures', () => {
  it('name a camera that isn’t wanted differently from a skipped step', () => {
    const { steps } = freshView('voice')
    expect(stateText('camera', { kind: 'voice', steps: { ...steps, camera: 'skipped' } })).toBe('使いません')
    expect(stateText('speaker', { kind: 'voice', steps: { ...steps, speaker: 'skipped' } })).toBe('省略')
  })

  it.each([
    [849.6, '850kbps'],
    [1_240, '1.2Mbps'],
  ])('write %s kbit/s as %s', (kbps, text) => {
    const { value, unit } = bitrateText(kbps)
    expect(value + unit).toBe(text)
  })

  it('write no duration below a tenth of a second', () => {
    expect([secondsText(12), secondsText(1_260)]).toEqual(['0.1秒', '1.3秒'])
  })
})
