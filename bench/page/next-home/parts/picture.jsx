import Image from 'next/image'

/** The product's own portraits, in the sizes and the format in which the product sends them. */
export const Picture = ({ id, size, height, isEager = false }) => (
  <Image
    src={`/portraits/${id}-${size}.webp`}
    alt=""
    width={size}
    height={height}
    unoptimized
    {...(isEager ? { preload: true, fetchPriority: 'high' } : {})}
  />
)
