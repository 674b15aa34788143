import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type OrderStatus, orderStatuses } from '../../../nouns/order-flow/order.ts';
import { type ExportQuery, type FileRows, startOrdersExportCall } from '../../../nouns/orders/export/contract.ts';
import { requestExport } from '../../../shared/exports/request-export.ts';
import type { Run } from '../../../shared/runs/contract.ts';
import { RunProgress } from '../../../shared/runs/run-progress.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { statuses } from '../../../ui/status/statuses.ts';
import classes from './orders-export.module.css';

type Choice = { status: OrderStatus | ''; source: string; start_at: string; end_at: string };
/** The further filters of the list that one came from, and their words. */
type Listed = { filter: ExportQuery; described: string };
type Props = {
  accountId: number;
  sources: readonly { slug: string; name: string }[];
  /** The initial choice. */
  first: Choice;
  listed: Listed | null;
  /** The running export. */
  run: Run | null;
  /** Called when an export is started here, and when its outcome is shown. */
  onStart: () => void;
  onEnd: () => void;
};

/** The form that exports orders. While an export runs, the button is busy, whoever started it. */
export function OrdersExport({ accountId, sources, first, listed, run, onStart, onEnd }: Props) {
  const [more, setMore] = useState(listed);
  const [rows, setRows] = useState<FileRows>('orders');
  const [choice, setChoice] = useState(first);
  const [all, setAll] = useState(listed !== null && !first.start_at && !first.end_at);
  const { revalidate } = useRevalidator();
  const change = (field: keyof Choice) => ({
    value: choice[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setChoice({ ...choice, [field]: value }),
  });
  const { start_at, end_at, ...rest } = choice;
  const backwards = !all && start_at !== '' && end_at !== '' && end_at < start_at;
  const begin = async () => {
    const body = { ...more?.filter, ...(all ? rest : choice), rows };
    onStart();
    await requestExport({ of: 'orders' }, startOrdersExportCall, { params: { accountId }, body });
    await revalidate();
    onEnd();
  };
  return (
    <Stack pt={8} className={classes.form}>
      <Group align="start" gap="16px 20px" className={classes.fields}>
        <NativeSelect label="Status" data={statusOptions} {...change('status')} />
        <NativeSelect label="Source" data={[anySource, ...sources.map(asOption)]} {...change('source')} />
        <NativeSelect
          label="Rows"
          data={rowOptions}
          value={rows}
          onChange={({ currentTarget }) => setRows(currentTarget.value === 'lines' ? 'lines' : 'orders')}
        />
        <Which all={all} onChange={setAll} />
        {!all && (
          <Group gap={12} wrap="nowrap" className={classes.days}>
            <TextInput type="date" label="From" max={end_at || undefined} {...change('start_at')} />
            <TextInput type="date" label="To" min={start_at || undefined} {...change('end_at')} />
          </Group>
        )}
      </Group>
      {more && (
        <Group gap="4px 8px" fz="sm">
          <span>
            As listed: <strong>{more.described}</strong>
          </span>
          <Button size="xs" variant="subtle" onClick={() => setMore(null)}>
            Export all others too
          </Button>
        </Group>
      )}
      <div className={classes.end}>
        {/* Beside its button there is room for it: the files below stay where they are. */}
        <div className={classes.progress}>{run && <RunProgress run={run} />}</div>
        <FormButtons>
          <SubmitButton run={begin} busy={run !== null} reason={backwards && 'The range ends before it starts.'}>
            Export orders
          </SubmitButton>
        </FormButtons>
      </div>
    </Stack>
  );
}

function Which({ all, onChange }: { all: boolean; onChange: (all: boolean) => void }) {
  return (
    <Radio.Group label="Which orders" value={all ? 'all' : 'range'} onChange={(chosen) => onChange(chosen === 'all')}>
      <Group mih={32}>
        <Radio value="range" label="Date range" />
        <Radio value="all" label="All orders" />
      </Group>
    </Radio.Group>
  );
}

const statusOptions = [{ value: '', label: 'All statuses' }, ...orderStatuses.map((value) => ({ value, label: statuses[value].label }))];
const rowOptions = [
  { value: 'orders', label: 'One row per order' },
  { value: 'lines', label: 'One row per line' },
];
const anySource = { value: '', label: 'All sources' };
const asOption = ({ slug, name }: { slug: string; name: string }) => ({ value: slug, label: name });
