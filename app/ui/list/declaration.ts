import type { ReactNode } from 'react';

/** A list page as data: what its columns and filters are, and what can be done with many rows at once. */
export type List<Row> = {
  /** As in `1 order`, `2,013 orders`. */
  noun: { one: string; many: string };
  rowKey: (row: Row) => string | number;
  /** Where a row leads. */
  rowHref?: (row: Row) => string;
  /** Where `e` leads, on a row that can be edited. */
  rowEditHref?: (row: Row) => string;
  /** How the row's own link and tick box are called by a screen reader, as in `SO-10423`. */
  rowName: (row: Row) => string;
  /** A second line below the row, for what it needs. */
  rowNote?: (row: Row) => ReactNode;
  columns: Column<Row>[];
  filters?: Filter[];
  bulk?: BulkAction[];
};

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Sortable, with this direction at the first press. `key` is then the `orderBy` in the address. */
  sort?: 'ASC' | 'DESC';
  align?: 'right';
  /** In px. Columns without one share what is left. */
  width?: number;
  /** Shown only when it is chosen. */
  extra?: true;
  /** Left out when the list is narrower than: md 960 px, lg 1200 px. Who chose the columns sees them all. */
  hideBelow?: 'md' | 'lg';
  /** Its place on a phone's card; left out without one. */
  card?: 'title' | 'badge' | 'text' | 'figure' | 'meta';
};

export type Filter = ChoiceFilter | DaysFilter | { kind: 'search'; key: string; label: string; placeholder: string };

export type ChoiceFilter = {
  kind: 'choice';
  key: string;
  label: string;
  /** All that can be chosen; or the address where these are read when someone is about to choose. What is read later is shown as its value. */
  options: readonly Option[] | string;
  /** Offered under "Filter", and shown once it is set. */
  extra?: true;
  /** Values that are not among the options filter too. */
  open?: true;
  /** How a value is called as long as its options are not read. */
  names?: Readonly<Record<string, string>>;
};

/** From a day to a day, both part of it, kept in two keys. */
export type DaysFilter = { kind: 'days'; key: string; endKey: string; label: string; extra?: undefined };

export type Option = { value: string; label: string; count?: number };

/** What a bulk action works on: the ticked rows, or everything that the filters of this address match. */
export type BulkTarget<Key extends string | number = string | number> = { ids: Key[] } | { filter: URLSearchParams };

export type BulkAction = {
  label: string;
  danger?: boolean;
  /** What will happen, and to how many, as the confirm dialog says it. */
  confirm: (count: string) => { title: string; text: string };
  run: (target: BulkTarget) => Promise<unknown>;
};
