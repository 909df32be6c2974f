import type { GreyPicture } from '../grey-picture.ts'

/** Pictures of a video in grey, all of one size, with their times in seconds. */
export interface Frames {
  width: number
  height: number
  times: readonly number[]
  /** 8 bits a pixel, picture by picture. */
  values: Uint8Array
}

export const frameAt = ({ width, height, values }: Frames, nth: number): GreyPicture => ({
  width,
  height,
  values: Float32Array.from(values.subarray(nth * width * height, (nth + 1) * width * height)),
})

/** Which frame is shown at a time: the last one that isn't later, or the first. */
export const frameIndexAt = ({ times }: Pick<Frames, 'times'>, sec: number): number => {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    // Times of containers are rounded.
    if ((times[middle] ?? 0) <= sec + 1e-3) low = middle
    else high = middle - 1
  }
  return low
}
