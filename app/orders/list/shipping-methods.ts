import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../accounts/session.ts';
import type { Option } from '../../ui/list/declaration.ts';
import { listMethods } from './context.ts';
import { notMapped } from './filter.ts';

/** The warehouse's shipping methods in use, as choices, and "Not mapped". */
export async function loader({ context }: LoaderFunctionArgs): Promise<Option[]> {
  const { session, inTenant } = context.get(requestContext);
  requirePermission(session, 'work');
  const methods = await inTenant(listMethods);
  return [
    { value: notMapped, label: 'Not mapped' },
    ...methods.map(({ code, name }) => ({ value: code, label: name ? `${name} (${code})` : code })),
  ];
}
