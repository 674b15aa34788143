/** Longer than any name of a place. */
const longest = 200;

/** A name as it is compared: small letters and digits, without accents, blanks and signs. */
export const folded = (text: string): string =>
  text
    .slice(0, longest)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');
