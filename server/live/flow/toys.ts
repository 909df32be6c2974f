import { createLovenseToys } from '#adapters/toys/lovense.ts'
import type { Toys } from '#adapters/toys/port.ts'
import { createSimulatedToys } from '#adapters/toys/simulated.ts'
import type { Config } from '#server/config/config.ts'

/** Null: no device is connected, and broadcasters acknowledge their orders. */
export const openToys = ({ lovense, demo, mode }: Config): Toys | null => {
  if (lovense) return createLovenseToys(lovense)
  return demo || mode === 'development' ? createSimulatedToys() : null
}
