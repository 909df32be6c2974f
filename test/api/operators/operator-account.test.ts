import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperatorWorld, granted, type OperatorWorld } from './operator-world.ts'

let world: OperatorWorld
beforeAll(async () => {
  world = await createOperatorWorld()
})
afterAll(() => world.close())

test('an operator changes the password, renews the recovery codes and ends other sign-ins', async () => {
  const at = await world.signedIn()
  const signInElsewhere = async (password: string, code: string) => {
    const elsewhere = world.operatorBrowser('198.51.100.30')
    granted(await elsewhere.request('operatorSignIn', { mail: world.mail, password }))
    granted(await elsewhere.request('operatorGiveCode', { code }))
    return elsewhere
  }
  const [first = '', second = ''] = at.recoveryCodes
  const elsewhere = await signInElsewhere(world.password, first)
  const before = granted(await at.request('operatorAccount', {}))
  expect(before.recoveryCodesLeft).toBe(9)
  expect(before.signIns.map(({ address, isThis }) => [address, isThis]).sort()).toEqual([
    ['198.51.100.30', false],
    ['203.0.113.7', true],
  ])
  granted(await at.request('operatorEndOtherSignIns', {}))
  expect(await elsewhere.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })

  const change = (password: string, newPassword: string) =>
    at.request('operatorChangePassword', { password, newPassword })
  expect(await change('wrong', 'tsuki-to-lantern')).toMatchObject({ code: 'signInFailed' })
  expect(await change(world.password, 'short')).toMatchObject({ code: 'passwordTooShort' })
  const another = await signInElsewhere(world.password, second)
  granted(await change(world.password, 'tsuki-to-lantern'))
  expect(await another.request('operatorMe', {})).toMatchObject({ code: 'notLoggedIn' })
  granted(await at.request('operatorMe', {}))
  const old = await world.operatorBrowser().request('operatorSignIn', {
    mail: world.mail,
    password: world.password,
  })
  expect(old).toMatchObject({ code: 'signInFailed' })

  expect(await at.request('operatorRenewRecoveryCodes', { password: 'wrong' })).toMatchObject({
    code: 'signInFailed',
  })
  const renewed = granted(await at.request('operatorRenewRecoveryCodes', { password: 'tsuki-to-lantern' }))
  expect(new Set([...renewed.recoveryCodes, ...at.recoveryCodes]).size).toBe(20)
  expect(granted(await at.request('operatorAccount', {})).recoveryCodesLeft).toBe(10)
  await signInElsewhere('tsuki-to-lantern', renewed.recoveryCodes[0] ?? '')
  expect((await world.audit()).map(({ action }) => action)).toEqual([
    ...['addOperator', 'signIn', 'signIn', 'operatorEndOtherSignIns', 'passwordRefused', 'signIn'],
    ...['operatorChangePassword', 'passwordRefused', 'passwordRefused'],
    ...['operatorRenewRecoveryCodes', 'signIn'],
  ])
})
