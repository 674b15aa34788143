import { countryName } from '../../../../base/addresses/country-name.ts';
import type { OrderInList } from './loaded.ts';

/** The two-letter code, with the name as a tooltip set in the browser: server and browser name some countries differently. */
export function countryCode({ country }: Pick<OrderInList, 'country'>) {
  return (
    <span
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = countryName(country);
      }}
    >
      {country || '–'}
    </span>
  );
}
