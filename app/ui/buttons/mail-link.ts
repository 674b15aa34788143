/** The link that writes a mail to this address. What the address holds cannot add a subject, a text or another recipient. */
export const mailLink = (address: string) => `mailto:${encodeURIComponent(address.toWellFormed()).replace('%40', '@')}`;
