/** What is said of a product without a link whose channel was sent its stock. Browser-safe. */
export const goesOnToSell = (channel: string, units: number): string =>
  `${channel} goes on to sell the ${units.toLocaleString('en-US')} that it was sent last: set it to 0 there where that must not be.`;
