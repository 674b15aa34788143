/** The English name of a country, or the code itself where it is none. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}

const names = new Intl.DisplayNames('en', { type: 'region' });
