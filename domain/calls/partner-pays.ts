/** Said to a broadcaster who calls, because the caller pays (product.md 3.3). */
export const partnerPays = '通話料金はお相手のご負担です。'
