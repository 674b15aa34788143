import { Stack } from '@mantine/core';
import { Section } from '../../ui/blocks/section.tsx';
import { actionsColumn } from '../../ui/list/columns/actions-column.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { Column } from '../../ui/list/declaration.ts';
import { glide } from '../../ui/live/glide.ts';

type Named = { id: number; name: string };

type Props<Row extends Named> = {
  header: React.ReactNode;
  /** What its records are for. */
  about: React.ReactNode;
  /** An `AddingForm`, for who may add one. */
  form: React.ReactNode;
  /** Of the list, for screen readers; and above it. */
  label: string;
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** How one is deleted; null for who may not. */
  deletion: Omit<Parameters<typeof actionsColumn<Row>>[0], 'onEdit'> | null;
  empty: React.ReactNode;
  /** Below the list. */
  children?: React.ReactNode;
};

/** The page of a noun of few records that are added above their list and deleted in it: a change is a deletion and an addition. */
export function AddingPage<Row extends Named>({ header, about, form, label, title, columns, rows, deletion, empty, children }: Props<Row>) {
  const list = {
    ...{ rowKey: ({ id }: Row) => id, rowName: ({ name }: Row) => name },
    columns: [...columns, ...(deletion ? [actionsColumn(deletion)] : [])],
  };
  return (
    <>
      {header}
      <Stack ref={glide} gap="lg" pos="relative">
        <p className="soft" style={{ maxWidth: '80ch' }}>
          {about}
        </p>
        {form}
        <Section title={title}>{rows.length === 0 ? empty : <DataTable list={list} rows={rows} label={label} />}</Section>
        {children}
      </Stack>
    </>
  );
}
