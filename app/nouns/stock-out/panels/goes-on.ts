/** What is said of a product without a link whose channel was sent its stock. Browser-safe. */
export const goesOnToSell = (channel: string, units: number): string =>
  `${channel} goes on to sell the ${units.toLocaleString('en-US')} that it was sent last: set it to 0 there where that must not be.`;

/** The same of many: `products` of them were sent stock of. Nothing where none was. */
export const goesOnToSellMany = (channel: string, products: number): string =>
  products === 0
    ? ''
    : `${channel} goes on to sell what it was sent last of ${products === 1 ? 'one' : products.toLocaleString('en-US')} of them: set ${products === 1 ? 'it' : 'these'} to 0 there where that must not be.`;

/** What is said of another location that a channel is told of stock for. Without a number, before that is done. */
export const soldTwice = (former: string, products?: number): string =>
  `${former} keeps what it was sent last${products === undefined ? '' : ` of ${products === 1 ? 'one product' : `${products.toLocaleString('en-US')} products`}`}: set that to 0 at the channel, or the same goods are sold twice.`;
