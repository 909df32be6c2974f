import { describe, expect, it } from 'vitest'
import { createLogin, type LoginPorts } from './login.ts'
import { answeredErrorText, signInErrorText } from './sign-in-errors.ts'

const createWorld = (answers: (string | null)[] = [null]) => {
  const events: string[] = []
  const ports: LoginPorts = {
    signIn: async ({ email, password }) => {
      events.push(`sign in ${email} ${password}`)
      return answers.shift() ?? null
    },
    saveFlag: () => events.push('flag'),
    leave: (address) => events.push(`leave ${address}`),
  }
  return { events, ports }
}

describe('logging in', () => {
  it('is busy until the answer, then stores the flag and navigates', async () => {
    const { events, ports } = createWorld()
    const login = createLogin('/', ports)
    login.write({ email: 'mio@example.jp', password: 'ひみつ pass' })
    const submitted = login.submit()
    expect(login.get().phase.name).toBe('busy')
    void login.submit()
    await submitted
    expect(events).toEqual(['sign in mio@example.jp ひみつ pass', 'flag', 'leave /'])
  })

  it('shows the error, is enabled again and leaves the typed text', async () => {
    const { events, ports } = createWorld(['メールアドレスまたはパスワードが違います。'])
    const login = createLogin('/', ports)
    login.write({ email: 'mio@example.jp', password: 'wrong' })
    await login.submit()
    expect(login.get()).toMatchObject({
      email: 'mio@example.jp',
      password: 'wrong',
      phase: { name: 'alert', message: 'メールアドレスまたはパスワードが違います。' },
    })
    login.dismissAlert()
    await login.submit()
    expect(events.at(-1)).toBe('leave /')
  })

  it('wants both fields and sends nothing before', async () => {
    const { events, ports } = createWorld()
    const login = createLogin('/', ports)
    await login.submit()
    expect(login.get().errors).toEqual({
      email: 'メールアドレスを入力してください。',
      password: 'パスワードを入力してください。',
    })
    login.write({ email: 'mio', password: 'x' })
    expect(login.get().errors).toEqual({})
    await login.submit()
    expect(login.get().errors).toEqual({ email: '正しいメールアドレスを入力してください。' })
    expect(events).toEqual([])
  })

  it('reads an address typed in full width', async () => {
    const { events, ports } = createWorld()
    const login = createLogin('/my-page', ports)
    login.write({ email: ' ｍｉｏ＠ｅｘａｍｐｌｅ．ｊｐ ', password: 'x' })
    await login.submit()
    expect(events).toEqual(['sign in mio@example.jp x', 'flag', 'leave /my-page'])
  })
})

describe('the words of a sign-in error', () => {
  it.each([
    ['SessionRequired', 'ログインが必要です'],
    ['CredentialsSignin', 'メールアドレスまたはパスワードが違います。'],
    ['すでに登録されています', 'すでに登録されています'],
    ['至急こちらへ電話 03-0000-0000', 'ログインできませんでした。もう一度お試しください。'],
    ['<b>x</b>', 'ログインできませんでした。もう一度お試しください。'],
    ['constructor', 'ログインできませんでした。もう一度お試しください。'],
  ])('in an address: %s reads %s', (error, text) => {
    expect(signInErrorText(error)).toBe(text)
  })

  it('lets the server speak for itself in its own answer', () => {
    expect(answeredErrorText('受付を停止しています。')).toBe('受付を停止しています。')
    expect(answeredErrorText(null)).toBe('サーバーとの通信に失敗しました')
  })
})
