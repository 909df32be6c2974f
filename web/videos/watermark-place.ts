/** The visible watermark is at one place for so long, or on the way to it (watermarked-player.module.css). */
const stepSec = 5

/** There and back between 0 and 1. */
const wave = (turns: number): number => 1 - Math.abs(1 - ((turns * 2) % 2))

/**
 * Where the visible watermark is at a second of the video, in parts of its way across and down. It crosses the picture in
 * about half a minute, in a path that comes to every corner.
 */
export const watermarkPlace = (second: number): { across: number; down: number } => {
  const step = Math.floor(second / stepSec)
  return { across: wave(0.04 + step * 0.07), down: wave(0.46 + step * 0.11) }
}

/** A second of the video as 1:23, the one that has begun. */
export const placeText = (second: number): string =>
  `${Math.floor(second / 60)}:${String(Math.floor(second % 60)).padStart(2, '0')}`
