import type { Config } from '#server/config/config.ts'
import type { PolicySources } from './payment-sources.ts'

/** Firebase's web SDK requests its registration token from these; for Web Push the browser itself does. */
const fcm: PolicySources = {
  connect: ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'],
}

/** The sources that push needs in our pages. */
export const pushSources = ({ push }: Pick<Config, 'push'>): PolicySources[] => (push.fcm ? [fcm] : [])
