/** What leads a member back into the account from a browser that is signed out. */
export interface WaysBack {
  hasPassword: boolean
  /** One that isn't used up. */
  hasRecoveryCode: boolean
  passkeys: number
}

/** Without his passkeys he would be who holds the session, and nobody once it is over. */
export const arePasskeysOnlyWayBack = ({ hasPassword, hasRecoveryCode, passkeys }: WaysBack): boolean =>
  passkeys > 0 && !hasPassword && !hasRecoveryCode

/** Whether deleting a passkey deletes that. */
export const isLastWayBack = (ways: WaysBack): boolean => arePasskeysOnlyWayBack(ways) && ways.passkeys === 1

/** @param besides a way that is about to change, and doesn't count */
export const anyLeadsBack = (
  { hasPassword, hasRecoveryCode, passkeys }: WaysBack,
  besides?: 'recoveryCode',
): boolean => hasPassword || passkeys > 0 || (hasRecoveryCode && besides !== 'recoveryCode')
