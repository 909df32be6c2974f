import { createContext } from 'react'

/**
 * True while the modals within make way for what rings on the page below: they are closed, keep what was typed, and open
 * again afterwards.
 */
export const AreModalsAside = createContext(false)
