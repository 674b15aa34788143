import { countryName } from '../../../addresses/countries.ts';
import type { ListedOrder } from './listed-order.ts';

/** Two letters; the name when pointed at. Browsers and servers name some countries differently, so it is not in the page. */
export function countryCode({ country }: Pick<ListedOrder, 'country'>) {
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
