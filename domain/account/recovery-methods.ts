/** What leads a member back into the account from a browser that is signed out. */
export interface RecoveryMethods {
  hasPassword: boolean
  /** One that isn't used up. */
  hasRecoveryCode: boolean
  passkeys: number
  /** A Google account is linked. */
  hasGoogle: boolean
}

/** Without his passkeys he would be who holds the session, and nobody once it is over. */
export const arePasskeysOnlyRecoveryMethod = ({
  hasPassword,
  hasRecoveryCode,
  hasGoogle,
  passkeys,
}: RecoveryMethods): boolean => passkeys > 0 && !hasPassword && !hasRecoveryCode && !hasGoogle

/** Whether deleting a passkey deletes that. */
export const isLastRecoveryMethod = (ways: RecoveryMethods): boolean =>
  arePasskeysOnlyRecoveryMethod(ways) && ways.passkeys === 1

/** Whether unlinking Google deletes that. */
export const isGoogleOnlyRecoveryMethod = ({
  hasPassword,
  hasRecoveryCode,
  hasGoogle,
  passkeys,
}: RecoveryMethods): boolean => hasGoogle && !hasPassword && !hasRecoveryCode && passkeys === 0

/** @param besides a way that is about to change, and doesn't count */
export const anyLeadsBack = (
  { hasPassword, hasRecoveryCode, hasGoogle, passkeys }: RecoveryMethods,
  besides?: 'recoveryCode',
): boolean => hasPassword || hasGoogle || passkeys > 0 || (hasRecoveryCode && besides !== 'recoveryCode')
