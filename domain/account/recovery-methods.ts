/** What leads a member back into the account from a browser that is signed out. */
export interface WaysBack {
  hasPassword: boolean
  /** One that isn't used up. */
  hasRecoveryCode: boolean
  passkeys: number
  /** A Google account is linked. */
  hasGoogle: boolean
}

/** Without his passkeys he would be who holds the session, and nobody once it is over. */
export const arePasskeysOnlyWayBack = ({
  hasPassword,
  hasRecoveryCode,
  hasGoogle,
  passkeys,
}: WaysBack): boolean => passkeys > 0 && !hasPassword && !hasRecoveryCode && !hasGoogle

/** Whether deleting a passkey deletes that. */
export const isLastWayBack = (ways: WaysBack): boolean => arePasskeysOnlyWayBack(ways) && ways.passkeys === 1

/** Whether unlinking Google deletes that. */
export const isGoogleOnlyWayBack = ({
  hasPassword,
  hasRecoveryCode,
  hasGoogle,
  passkeys,
}: WaysBack): boolean => hasGoogle && !hasPassword && !hasRecoveryCode && passkeys === 0

/** @param besides a way that is about to change, and doesn't count */
export const anyLeadsBack = (
  { hasPassword, hasRecoveryCode, hasGoogle, passkeys }: WaysBack,
  besides?: 'recoveryCode',
): boolean => hasPassword || hasGoogle || passkeys > 0 || (hasRecoveryCode && besides !== 'recoveryCode')
