/** Tries pictures that couldn't be loaded again as soon as there is a network. */
export const retryBrokenPictures = (): void => {
  addEventListener('online', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-broken]')) {
      const { src } = picture
      picture.src = ''
      picture.src = src
    }
  })
}
