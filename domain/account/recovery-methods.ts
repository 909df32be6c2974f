/** How a member can return to the account from a browser that is signed out. */
export interface RecoveryMethods {
  hasPassword: boolean
  /** There is an unused recovery code. */
  hasRecoveryCode: boolean
  passkeys: number
  /** A Google account is linked. */
  hasGoogle: boolean
}

/** Without the passkeys only a running session opens the account. */
export const arePasskeysOnlyRecoveryMethod = ({
  hasPassword,
  hasRecoveryCode,
  hasGoogle,
  passkeys,
}: RecoveryMethods): boolean => passkeys > 0 && !hasPassword && !hasRecoveryCode && !hasGoogle

/** Whether deleting a passkey deletes the last recovery method. */
export const isLastRecoveryMethod = (methods: RecoveryMethods): boolean =>
  arePasskeysOnlyRecoveryMethod(methods) && methods.passkeys === 1

/** Whether unlinking Google deletes the last recovery method. */
export const isGoogleOnlyRecoveryMethod = ({
  hasPassword,
  hasRecoveryCode,
  hasGoogle,
  passkeys,
}: RecoveryMethods): boolean => hasGoogle && !hasPassword && !hasRecoveryCode && passkeys === 0

/** @param besides a method that is about to change and doesn't count */
export const hasAnyMethod = (
  { hasPassword, hasRecoveryCode, hasGoogle, passkeys }: RecoveryMethods,
  besides?: 'recoveryCode',
): boolean => hasPassword || hasGoogle || passkeys > 0 || (hasRecoveryCode && besides !== 'recoveryCode')
