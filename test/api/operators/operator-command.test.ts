import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperatorWorld, granted, type OperatorWorld } from './operator-world.ts'

const script = fileURLToPath(new URL('../../../scripts/operator.ts', import.meta.url))
const run = promisify(execFile)

let world: OperatorWorld
beforeAll(async () => {
  world = await createOperatorWorld()
})
afterAll(() => world.close())

/** The output and exit code of `npm run operator -- …`. */
const command = async (...words: string[]): Promise<{ code: number; text: string }> => {
  const env = { ...process.env, DATABASE_URL: world.database.url, LOG_LEVEL: 'silent' }
  try {
    const { stdout } = await run(process.execPath, [script, ...words], { env })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, text: stderr }
  }
}

const passwordIn = (text: string): string => /パスワード: (\S+)/.exec(text)?.[1] ?? ''

/** Each command is a process of its own. */
const commandsTimeoutMs = 120_000

test(
  'the command opens, resets and closes an operator, and explains its refusals',
  async () => {
    const mail = 'ren@office.example'
    const signIn = async (password: string) =>
      world.operatorBrowser().request('operatorSignIn', { mail, password })

    const added = await command('add', ' Ren@Office.example ')
    expect(added).toMatchObject({ code: 0, text: expect.stringContaining(mail) })
    expect(passwordIn(added.text)).toHaveLength(20)
    expect(granted(await signIn(passwordIn(added.text))).step).toBe('enrol')
    expect(await command('add', mail)).toEqual({ code: 1, text: `運営者 ${mail} はすでにいます。\n` })

    const reset = await command('reset', mail)
    expect(passwordIn(reset.text)).not.toBe(passwordIn(added.text))
    expect(await signIn(passwordIn(added.text))).toMatchObject({ code: 'signInFailed' })
    granted(await signIn(passwordIn(reset.text)))

    expect(await command('close', mail)).toMatchObject({ code: 0 })
    expect(await signIn(passwordIn(reset.text))).toMatchObject({ code: 'signInFailed' })
    expect(await command('reset', mail)).toEqual({ code: 1, text: `運営者 ${mail} は見つかりません。\n` })
    expect(await command('add', 'ren')).toEqual({
      code: 1,
      text: '「ren」はメールアドレスではありません。\n',
    })
    expect(await command('open', mail)).toMatchObject({ code: 1, text: expect.stringContaining('使い方') })

    const again = await command('add', mail)
    expect(granted(await signIn(passwordIn(again.text))).step).toBe('enrol')
    expect((await world.audit()).map(({ action }) => action)).toEqual([
      'addOperator',
      'addOperator',
      'resetOperator',
      'passwordRefused',
      'closeOperator',
      'addOperator',
    ])
  },
  commandsTimeoutMs,
)
