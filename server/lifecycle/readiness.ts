export interface Readiness {
  /** Whether a load balancer should send requests here. */
  isOpen(): boolean
  /** Called when everything has been started. */
  open(): void
  /** Called when the shutdown begins: requests in progress are finished, new ones should go elsewhere. */
  close(): void
}

export const createReadiness = (): Readiness => {
  let isOpen = false
  return {
    isOpen: () => isOpen,
    open: () => {
      isOpen = true
    },
    close: () => {
      isOpen = false
    },
  }
}
