/**
 * What becomes of a purchase in the sandbox's App Store, which stands for Apple's while no payment service is set up:
 * it stays paid, or the App Store gives the money back about a minute after the app has brought it.
 */
export const sandboxStoreOutcomes = ['approve', 'refund'] as const
export type SandboxStoreOutcome = (typeof sandboxStoreOutcomes)[number]
