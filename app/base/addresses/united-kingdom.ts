/** Countries of their own whose postal codes are written as the British ones, by the letters that these begin with. Source: Royal Mail. */
export const britishElsewhere: Readonly<Record<string, string>> = { JE: 'JE', GG: 'GY', IM: 'IM', GI: 'GX' };

/** Which of them a postal code is of; undefined where it is of none. */
export const outsideBritain = (postalCode: string): string | undefined =>
  Object.keys(britishElsewhere).find((country) =>
    postalCode
      .trimStart()
      .toUpperCase()
      .startsWith(britishElsewhere[country] ?? ''),
  );

/**
 * The country of an address as it came: `UK`, which ISO 3166-1 keeps free for the United Kingdom, is its code `GB`. Beside a postal code of
 * Jersey, for one, it stays what it is: which of the two is wrong a person decides.
 */
export const withoutUk = (country: string, postalCode: string): string =>
  country.trim().toUpperCase() === 'UK' && !outsideBritain(postalCode) ? 'GB' : country;
