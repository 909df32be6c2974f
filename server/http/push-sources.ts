import type { Config } from '#server/config/config.ts'
import type { PolicySources } from './payment-sources.ts'

/** Firebase's web SDK gets its registration token from these; Web Push is asked for by the browser itself. */
const fcm: PolicySources = {
  connect: ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'],
}

/** What push needs in our pages. */
export const pushSources = ({ push }: Pick<Config, 'push'>): PolicySources[] => (push.fcm ? [fcm] : [])
