/** A tenth of all modules: they are loaded with the first passkey, and not whenever the app starts. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
export const loadWebAuthnHelpers = () => import('@simplewebauthn/server/helpers')
