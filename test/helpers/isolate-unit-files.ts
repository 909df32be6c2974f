import { afterAll, vi } from 'vitest'

// Unit tests of one worker share its process, which starts once. Each file has modules and globals of its own.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
