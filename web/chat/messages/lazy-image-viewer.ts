import { lazyPart } from '#web/shell/lazy-part.ts'

/** The viewer over the whole screen, fetched when a picture is opened. */
export const ImageViewer = lazyPart(async () => (await import('./image-viewer.tsx')).ImageViewer)
