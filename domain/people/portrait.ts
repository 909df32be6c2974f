/** Specification 3: a portrait's address, by image id; kind 1 is the default kind. @param size its width in pixels */
export const portraitAddress = (imageId: string, size: number): string =>
  `/api/img/api=get-img&id=${encodeURIComponent(imageId)}&kind=1&size=${size}`

/** The portrait of a card; it is twice as wide as a phone shows it. */
export const cardPortraitSize = 480
