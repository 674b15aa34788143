import { countryName } from '../countries.ts';

/** Two letters; the name when pointed at. Browsers and servers name some countries differently, so it is not in the page. */
export function CountryCode({ code }: { code: string }) {
  return (
    <span
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = countryName(code);
      }}
    >
      {code || '–'}
    </span>
  );
}
