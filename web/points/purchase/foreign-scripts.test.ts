// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authoriseAtPaidy } from './paidy-checkout.ts'
import { attachSquareCardFields } from './square-card-fields.ts'

/** A service's script, which a test can't load: it fires the event of a loaded or a failed script. */
const scriptArrives = (outcome: 'load' | 'error' = 'load') =>
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event(outcome)))
  })
let scripts = 0
const newScript = () => `https://scripts.example/${++scripts}.js`
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe("Square's card fields", () => {
  const fields = { service: 'square', applicationId: 'app', locationId: 'location' } as const
  const squareThat = (answer: object) => {
    const card = {
      attach: vi.fn(async () => undefined),
      tokenize: vi.fn(async () => answer),
      destroy: vi.fn(async () => true),
    }
    const payments = vi.fn(() => ({ card: async () => card }))
    vi.stubGlobal('Square', { payments })
    return { card, payments }
  }

  it('give a token and how the card is called, checked for this amount in yen', async () => {
    scriptArrives()
    const { card, payments } = squareThat({
      status: 'OK',
      token: 'cnon:1',
      details: { card: { brand: 'VISA', last4: '1111' } },
    })
    const element = document.createElement('div')
    const handle = await attachSquareCardFields({ ...fields, script: newScript() }, element)
    expect(payments).toHaveBeenCalledWith('app', 'location')
    expect(card.attach).toHaveBeenCalledWith(element)
    expect(await handle.tokenize({ amountYen: 3_000, isKept: true })).toEqual({
      token: 'cnon:1',
      label: 'Visa •••• 1111',
    })
    expect(card.tokenize).toHaveBeenCalledWith(
      expect.objectContaining({ amount: '3000', currencyCode: 'JPY', intent: 'CHARGE_AND_STORE' }),
    )
    handle.remove()
    expect(card.destroy).toHaveBeenCalled()
  })

  it('resolve to null for something that is no card', async () => {
    scriptArrives()
    squareThat({ status: 'INVALID' })
    const handle = await attachSquareCardFields(
      { ...fields, script: newScript() },
      document.createElement('div'),
    )
    expect(await handle.tokenize({ amountYen: 1_000, isKept: false })).toBeNull()
  })

  it('reject when they cannot be shown, and try again the next time', async () => {
    const script = newScript()
    const attach = () => attachSquareCardFields({ ...fields, script }, document.createElement('div'))
    const failing = scriptArrives('error')
    await expect(attach()).rejects.toThrow(script)
    failing.mockRestore()
    const loads = scriptArrives()
    squareThat({ status: 'OK', token: 'cnon:1' })
    await attach()
    await attach()
    expect(loads).toHaveBeenCalledTimes(1)
  })
})

describe("Paidy's checkout", () => {
  const order = { orderId: 'order-1', amountYen: 3_000, title: '3,000ポイント' }
  const paidyThat = (result: object) => {
    const launch = vi.fn()
    const configure = vi.fn(({ closed }: { closed: (result: object) => void }) => ({
      launch: (payload: object) => {
        launch(payload)
        closed(result)
      },
    }))
    vi.stubGlobal('Paidy', { configure })
    return { configure, launch }
  }

  it('asks for exactly this order, and resolves to the payment', async () => {
    scriptArrives()
    const { configure, launch } = paidyThat({ id: 'pay_1', status: 'authorized' })
    expect(await authoriseAtPaidy({ publicKey: 'pk_test', script: newScript() }, order)).toEqual({
      status: 'authorized',
      paymentId: 'pay_1',
    })
    expect(configure).toHaveBeenCalledWith(expect.objectContaining({ api_key: 'pk_test' }))
    expect(launch).toHaveBeenCalledWith(
      expect.objectContaining({
        amount: 3_000,
        currency: 'JPY',
        order: expect.objectContaining({ order_ref: 'order-1' }),
      }),
    )
  })

  it.each(['rejected', 'closed'] as const)('reports that it was %s', async (status) => {
    scriptArrives()
    paidyThat({ id: 'pay_1', status })
    expect(await authoriseAtPaidy({ publicKey: 'pk_test', script: newScript() }, order)).toEqual({ status })
  })
})
