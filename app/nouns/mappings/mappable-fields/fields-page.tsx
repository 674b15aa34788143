import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { AddingPage } from '../../../shared/noun/adding-page.tsx';
import { undoRun } from '../../../shared/runs/working/report-outcome.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { AddingForm } from '../../../ui/form/adding-form.tsx';
import { useShowDone } from '../../../ui/hooks/use-show-done.ts';
import type { Column } from '../../../ui/list/declaration.ts';
import type { Route } from './+types/fields-page.ts';
import { createMappableFieldCall, deleteMappableFieldCall, type MappableField } from './contract.ts';
import { fieldForm } from './form.ts';
import { listMappableFields } from './queries.ts';

export const loader = page('portal', async ({ tenant }) => ({ fields: await listMappableFields(tenant), form: fieldForm }));

const columns: Column<MappableField>[] = [
  { key: 'name', title: 'Field name', cell: ({ name }) => <span className="mono">{name}</span>, card: 'title', wraps: true },
  { key: 'description', title: 'Field Description', cell: ({ description }) => description, card: 'text', wraps: true },
  { key: 'connector', title: 'Connector', cell: ({ connector_name }) => connector_name, card: 'meta' },
];

/** The fields of channels' orders that field mappings of every account may read. */
export default function MappableFieldsPage({ loaderData: { fields, form } }: Route.ComponentProps) {
  const onDone = useShowDone({ what: 'addition', by: undoRun });
  return (
    <AddingPage
      header={<PageHeader title="Mappable fields" />}
      about={
        <>
          A field is a path into an order as the channel sends it, such as <span className="mono">advancedOptions.customField1</span>. Every
          account with that connector can read it in field mappings.
        </>
      }
      form={
        <AddingForm
          title="Add a field"
          verb="Add field"
          form={form}
          send={(body) => call(createMappableFieldCall, { body })}
          onDone={onDone}
        />
      }
      label="Mappable fields"
      title="Fields"
      columns={columns}
      rows={fields}
      deletion={{
        deleteCall: deleteMappableFieldCall,
        deletionText: () => 'It can no longer be chosen. Mappings that read it stay.',
        undo: undoRun,
      }}
      empty={<EmptyState title="No fields yet">Field mappings read the fields that each connector names itself.</EmptyState>}
    />
  );
}
