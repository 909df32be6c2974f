export interface Readiness {
  /** Whether a load balancer should send people here. */
  isOpen(): boolean
  /** Everything has been started. */
  open(): void
  /** The end has begun: what is under way is finished elsewhere or here, but nothing new should come. */
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
