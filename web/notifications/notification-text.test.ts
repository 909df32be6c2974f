import { expect, test } from 'vitest'
import { notificationLink, notificationText } from './notification-text.ts'

const expiresAt = '2026-11-28T12:00:00.000Z'
const at = (now: string, points = 500) =>
  notificationText({ about: { kind: 'pointsExpiring', lotKind: 'paid', points, expiresAt } }, Date.parse(now))

test.each([
  ['2026-11-21T12:00:00Z', 'あと7日'],
  ['2026-11-27T14:59:59Z', '明日まで'],
  ['2026-11-27T15:00:00Z', '今日まで'],
])('at %s it is %s', (now, when) => {
  expect(at(now)).toEqual({
    title: '有料ポイント 500ptがもうすぐ期限です',
    text: `11月28日(土) 21:00まで・${when}`,
  })
})

test('asks the broadcaster to act on a changed payout account', () => {
  const about = { kind: 'payoutAccountSaved', bankName: 'みずほ銀行', maskedNumber: '••••567' } as const
  expect(notificationText({ about }, Date.parse(expiresAt))).toEqual({
    title: '振込先の口座が登録されました',
    text: 'みずほ銀行 ••••567。心当たりがない場合は、すぐにお問い合わせください。',
  })
})

test('names the reason of a warning, and nothing of the report', () => {
  const about = { kind: 'safetyWarning', reason: 'contactExchange' } as const
  expect(notificationText({ about }, Date.parse(expiresAt))).toEqual({
    title: '運営からの警告',
    text: '連絡先の交換について、規約に反する行為を確認しました。続く場合は、ご利用を停止することがあります。',
  })
})

test('reports expired points as expired', () => {
  expect(at('2026-11-21T12:00:00Z', 0).text).toBe('11月28日(土) 21:00まで・使い切りました')
  expect(at('2026-11-28T12:00:00Z').text).toBe('11月28日(土) 21:00まで・期限が過ぎました')
})

test('links an answered review to the profile with the answer', () => {
  const about = { kind: 'reviewAnswered', partnerId: '10482736', partnerName: 'みお' } as const
  expect(notificationText({ about }, Date.parse(expiresAt)).title).toBe('みおさんがレビューに返信しました')
  expect(notificationLink({ about })?.to).toMatch(/^\/profile\/unbroadcaster\/(pc\/)?10482736#reviews$/)
})

test('names the partner and the Japanese time of a booking, and links to the bookings', () => {
  const about = {
    kind: 'booking',
    moment: 'soon',
    partnerId: '10482736',
    partnerName: 'みお',
    startsAt: '2026-11-23T12:00:00.000Z',
  } as const
  expect(notificationText({ about }, 0)).toEqual({
    title: 'まもなく、予約した通話の時間です',
    text: 'みおさん・11月23日(月) 21:00',
  })
  expect(notificationLink({ about })?.to).toBe('/my-page/bookings')
})

test.each([
  [{ kind: 'safetyWarning', reason: 'fraud' }, '/community'],
  [{ kind: 'pointsExpiring', lotKind: 'paid', points: 500, expiresAt }, '/my-page'],
  [{ kind: 'payoutAccountSaved', bankName: 'みずほ銀行', maskedNumber: '••••567' }, '/base/earnings/payout'],
  [
    { kind: 'missionReached', missionId: 'favourite', title: 'お気に入りに追加', points: 50 },
    '/base/missions',
  ],
] as const)('links %j to %s', (about, to) => {
  expect(notificationLink({ about })?.to).toBe(to)
})

test('links a sign-in in a new browser to the devices, and says so in that browser itself', () => {
  const about = { kind: 'newSignIn', deviceName: 'Android 14・Chrome 130', isThisDevice: false } as const
  expect(notificationText({ about }, Date.parse(expiresAt))).toEqual({
    title: '新しい端末でログインがありました',
    text: 'Android 14・Chrome 130。心当たりがない場合は、その端末をログアウトしてください。',
  })
  expect(notificationLink({ about })).toEqual({ to: '/my-page/security', label: 'ログイン中の端末を見る' })
  expect(notificationText({ about: { ...about, isThisDevice: true } }, Date.parse(expiresAt)).title).toBe(
    'この端末でログインしました',
  )
})

test('links an added passkey to where it can be deleted', () => {
  const about = { kind: 'passkeyAdded', deviceName: 'iOS 18・Safari 18', isThisDevice: false } as const
  expect(notificationText({ about }, Date.parse(expiresAt)).text).toMatch(
    /^iOS 18・Safari 18。心当たりがない場合は/,
  )
  expect(notificationLink({ about })).toEqual({ to: '/my-page/security', label: 'パスキーを見る' })
  expect(notificationText({ about: { ...about, kind: 'passkeyDeleted' } }, Date.parse(expiresAt)).title).toBe(
    'パスキーが削除されました',
  )
})

test('reports another phone number, or a removed one, and links to it', () => {
  const about = { kind: 'phoneChanged', deviceName: 'iOS 18・Safari 18', isThisDevice: false } as const
  expect(notificationText({ about }, 0).title).toBe('電話番号が変更されました')
  expect(notificationText({ about: { ...about, kind: 'phoneRemoved' } }, 0)).toEqual({
    title: '電話番号が削除されました',
    text: 'iOS 18・Safari 18。心当たりがない場合は、ほかの端末をログアウトしてください。',
  })
  expect(notificationLink({ about })).toEqual({ to: '/my-page/security', label: 'ログインと安全を見る' })
})

test('links another password or address to the sign-in methods', () => {
  const about = { kind: 'mailChanged', deviceName: 'iOS 18・Safari 18', isThisDevice: false } as const
  expect(notificationText({ about }, Date.parse(expiresAt)).title).toBe('メールアドレスが変更されました')
  const changed = { ...about, kind: 'passwordChanged' } as const
  expect(notificationText({ about: changed }, Date.parse(expiresAt)).title).toBe('パスワードが変更されました')
  for (const one of [about, changed])
    expect(notificationLink({ about: one })).toEqual({
      to: '/my-page/security',
      label: 'ログインと安全を見る',
    })
})

test('links an application’s notification to it, and to the studio once it is approved', () => {
  const linkOf = (outcome: 'approved' | 'refused' | 'needsMore') =>
    notificationLink({ about: { kind: 'applicationMoved', outcome } })?.to
  expect([linkOf('approved'), linkOf('refused'), linkOf('needsMore')]).toEqual([
    '/base',
    '/base/application',
    '/base/application',
  ])
})

test('a recovery code that was made or used elsewhere calls to act', () => {
  const where = { deviceName: 'Android 14・Chrome 130', isThisDevice: false }
  const [made, used] = (['recoveryCodeCreated', 'recoveryCodeUsed'] as const).map((kind) => ({
    about: { kind, ...where },
  }))
  expect(made && notificationText(made, 0).text).toContain('作り直してください。')
  expect(used && notificationText(used, 0).text).toContain('新しいコードを作成してください。')
  expect(made && notificationLink(made)?.to).toBe('/my-page/security')
})
