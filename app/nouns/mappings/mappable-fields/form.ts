import { choosing } from '../../../ui/form/field-schema.ts';
import { formOf } from '../../../ui/form/form-of.ts';
import { createMappableFieldCall } from './contract.ts';
import { mappableConnectors } from './queries.ts';

/** The form of a new field, for the loader of its page. */
export const fieldForm = choosing(formOf(createMappableFieldCall), ['name', 'description', 'connector_id'], {
  connector_id: ['-- Select Connector --', ...mappableConnectors.map(({ id, name }) => ({ value: id, label: name }))],
});
