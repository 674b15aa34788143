import { page } from '../../../../platform/http/page.ts';
import { countryName } from '../../../base/addresses/country-name.ts';
import type { Option } from '../../../ui/list/declaration.ts';
import { listCountries } from './context.ts';

/** The countries that orders go to, as choices sorted by name. */
export const loader = page('work', async ({ tenant }): Promise<Option[]> => {
  const codes = await listCountries(tenant);
  return codes
    .map((code) => ({ value: code, label: countryName(code) === code ? code : `${countryName(code)} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
});
