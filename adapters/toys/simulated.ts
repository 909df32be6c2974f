import type { Toys } from './port.ts'

/** Development and demo: a device that carries out everything at once. Nothing leaves this process. */
export const createSimulatedToys = (): Toys => ({
  play: async () => 'played',
  pair: async () => null,
})
