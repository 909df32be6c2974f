import { readFileSync } from 'node:fs'

/**
 * Apple Root CA - G3, as on https://www.apple.com/certificateauthority/: what the App Store signs with ends there.
 * SHA-256 63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179.
 */
export const appleRootCertificate = (): Buffer =>
  readFileSync(new URL('./apple-root-ca-g3.pem', import.meta.url))
