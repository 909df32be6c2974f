import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { begin, incoming, outgoing } from '../testing/call-test-timeline.ts'
import { fakeCallEnvironment } from '../testing/fake-call-environment.ts'
import { RandomCall } from './random-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('devices that are switched off before a call', () => {
  it('are not opened when the callee answers, and the choice is remembered', async () => {
    const { environment, session, wait } = begin(incoming)
    environment.server.call = environment.snapshot({ phase: 'ringing', role: 'broadcaster', dialled: false })
    environment.server.myCall = environment.server.call
    session.start()
    await wait(0)
    await session.switchDevice('camera', false)
    expect(environment.devices.opened).toEqual([])
    session.answer()
    await wait(0)
    expect(environment.devices.opened).toEqual([{ microphone: true, camera: false }])
    expect(environment.devices.remembered.camera).toBe(false)
    expect(session.store.get().switches.camera).toBe(false)
  })

  it('stay off for the next call of this browser', async () => {
    const { environment, session, wait } = begin({ ...outgoing, tappedRate: null })
    session.start()
    await wait(0)
    await session.switchDevice('microphone', false)
    const random = new RandomCall(environment.ports, { wasTapped: true })
    random.start()
    await wait(0)
    expect(environment.devices.opened).toEqual([{ microphone: false, camera: true }])
    random.dispose()
  })

  it('are switched while the browser asks for permission, and while the call rings', async () => {
    const { environment, session, wait } = begin()
    session.start()
    void session.switchDevice('camera', false)
    await wait(0)
    expect(environment.devices.switched).toEqual([['camera', false]])
    expect(session.store.get().stage.name).toBe('ringing')
    await session.switchDevice('camera', true)
    expect(environment.devices.switched.at(-1)).toEqual(['camera', true])
  })

  it('are off again when the browser refuses the camera', async () => {
    const environment = fakeCallEnvironment()
    environment.devices.remembered = { microphone: true, camera: false }
    environment.devices.refusesCamera = true
    const random = new RandomCall(environment.ports, { wasTapped: true })
    random.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(random.store.get().switches.camera).toBe(false)
    expect(await random.switchDevice('camera', true)).toBe(false)
    expect(random.store.get().switches.camera).toBe(false)
    expect(environment.devices.remembered.camera).toBe(false)
    random.dispose()
  })
})
