/** What is put into the template at two places. */
export interface Markup {
  /** For the head: scripts and pictures to fetch at once, and the answers. */
  head: string
  /** For #root. */
  root: string
}

/** @returns the picture at an address as a data URL; null where it has to stay an address */
export type InlinePicture = (address: string) => Promise<string | null>

/** The first row of a phone. Every further one delays the first paint by as much as it takes on the way. */
const picturesMax = 2
/** Two portraits of a phone; 0.2 s at slow 4G, where the way to the server and back takes 0.6 s. */
const charactersMax = 36_000

const preloadedPicture = /<link rel="preload" as="image" href="([^"]+)"[^>]*>/g

/** Puts the pictures that the head names first into their elements; nothing has to be fetched for them. */
export const withInlinePictures = async (markup: Markup, inline: InlinePicture): Promise<Markup> => {
  let { head, root } = markup
  let characters = 0
  for (const [link, address = ''] of [...head.matchAll(preloadedPicture)].slice(0, picturesMax)) {
    const picture = await inline(address.replaceAll('&amp;', '&'))
    characters += picture?.length ?? 0
    if (picture === null || characters > charactersMax) break
    head = head.replace(link, '')
    root = root.replace(`src="${address}"`, () => `src="${picture}"`)
  }
  return { head, root }
}
