/** `npm run test:long` sets it: histories and crashes in their full number, which takes many minutes. */
const isLong = process.env.KOYOI_TEST_LENGTH === 'long'

/** How often to repeat something random or exhaustive: less in `npm test`, all of it in `npm run test:long`. */
export const repeats = ({ usual, long }: { usual: number; long: number }): number => (isLong ? long : usual)
