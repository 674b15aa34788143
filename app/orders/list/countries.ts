import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../accounts/session.ts';
import { countryName } from '../../addresses/countries.ts';
import type { Option } from '../../ui/list/declaration.ts';
import { listCountries } from './context.ts';

/** The countries that orders go to, as choices sorted by name. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Option[]> {
  const { session, inTenant } = context.get(requestContext);
  requirePermission(session, 'work');
  const codes = await inTenant(listCountries);
  return codes
    .map((code) => ({ value: code, label: countryName(code) === code ? code : `${countryName(code)} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
