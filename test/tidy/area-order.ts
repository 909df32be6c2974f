import { isTest, type Rule } from './rule.ts'
import type { SourceFile } from './source-tree.ts'

/**
 * The areas of each layer, lowest first: a file imports values of its own area and of those before it. A new area
 * enters here at the lowest place that its imports allow. Files directly in a layer's folder have no area.
 */
export const areaOrder: Readonly<Record<string, readonly string[]>> = {
  // The tables of all areas (index.ts, refusals.ts, server-events.ts, openapi.ts) lie above them, in contract/ itself.
  contract: [
    'core',
    'account',
    'applications',
    'calls',
    'people',
    'bookings',
    'safety',
    'market',
    'chat',
    'operators',
    'legal',
    'timeline',
    'boards',
    'missions',
    'live',
    'gallery',
    'notifications',
    'push',
    'points',
    'monitoring',
    'reviews',
    'moderation',
    'outbox',
    'favourites',
    'studio',
    'images',
    'videos',
    'realtime',
    'receipts',
    'privacy',
    'health',
  ],
  domain: [
    'text',
    'safety',
    'account',
    'points',
    'applications',
    'people',
    'timeline',
    'market',
    'videos',
    'gallery',
    'bookings',
    'boards',
    'missions',
    'calls',
    'chat',
    'live',
    'legal',
    'shell',
    'monitoring',
    'notifications',
    'outbox',
    'privacy',
    'push',
    'receipts',
    'reviews',
  ],
  server: [
    // Machinery: it knows nothing of the product.
    'config',
    'lifecycle',
    'http',
    'secrets',
    'db',
    'embedded-postgres',
    // Ground: members, operators, and what every area needs.
    'credentials',
    'members',
    'operators',
    'outbox',
    'images',
    'videos',
    'legal',
    'notifications',
    'realtime',
    'nodes',
    'points',
    'safety',
    // Areas of the product.
    'people',
    'favourites',
    'push',
    'timeline',
    'bookings',
    'boards',
    'chat',
    'gallery',
    'calls',
    'live',
    'account',
    'applications',
    'reviews',
    'receipts',
    'studio',
    'market',
    'missions',
    // Composition: these know many areas.
    'moderation',
    'privacy',
    'sockets',
    'demo',
    'health',
    'monitoring',
    'metrics',
    'backup',
    'app',
  ],
  web: [
    // Ground: it knows nothing of members.
    'text',
    'router',
    'ui',
    'shell',
    'images',
    'videos',
    'realtime',
    'monitoring',
    'analytics',
    // Who is signed in, and the frames of pages.
    'session',
    'layout',
    // Areas of the product.
    'points',
    'tutorial',
    'account',
    'age',
    'campaigns',
    'people',
    'push',
    'safety',
    'favourites',
    'reviews',
    'notifications',
    'chat',
    'gallery',
    'search',
    'receipts',
    'applications',
    'my-page',
    'bookings',
    'timeline',
    'market',
    'boards',
    'missions',
    'studio',
    'base',
    'profile',
    'calls',
    'pre-call-check',
    'live',
    'legal',
    'home',
    'earnings',
    'privacy',
    'health',
    'operator',
    'app',
  ],
}

function areaOf(path: string): { layer: string; area: string } | undefined {
  const [layer = '', area, ...rest] = path.split('/')
  return area !== undefined && rest.length > 0 && layer in areaOrder ? { layer, area } : undefined
}

const placeOf = ({ layer, area }: { layer: string; area: string }): number =>
  areaOrder[layer]?.indexOf(area) ?? -1

/** Types may point upward: they leave nothing behind in the program. */
export const areasKeepTheirOrder: Rule = {
  sentence: 'an area imports values of areas below it alone (areaOrder in test/tidy/area-order.ts)',
  check: (file: SourceFile) => {
    const own = areaOf(file.path)
    if (own === undefined || isTest(file.path)) return []
    if (placeOf(own) < 0) return [`${file.path} is of an area that areaOrder doesn't list`]
    return file.imports
      .filter(({ target, isTypeOnly }) => {
        const other = areaOf(target ?? '')
        if (isTypeOnly || other?.layer !== own.layer || other.area === own.area) return false
        return placeOf(other) > placeOf(own)
      })
      .map(({ specifier, line }) => `${file.path}:${line} imports ${specifier}`)
  },
  broken: { path: 'server/points/x.ts', text: "import { endCall } from '#server/calls/actions/end-call.ts'" },
  kept: {
    path: 'server/calls/x.ts',
    text: "import type { App } from '#server/app/main.ts'\nimport { myPoint } from '#server/points/my-point.ts'",
  },
}
