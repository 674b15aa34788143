import type { ComponentType, ReactNode } from 'react';

/** A list page as data: columns, filters and bulk actions. */
export type List<Row> = {
  /** As in `1 order`, `2,013 orders`. */
  noun: { one: string; many: string };
  rowKey: (row: Row) => string | number;
  /** The address of a row. */
  rowHref?: (row: Row) => string;
  /** The address that `e` opens, for a row that can be edited. */
  rowEditHref?: (row: Row) => string;
  /** The row's name for screen readers, as in `SO-10423`. */
  rowName: (row: Row) => string;
  /** A second line below the row. */
  rowNote?: (row: Row) => ReactNode;
  /** Tags behind the text of its first column without a width, or else of the column that has its link. */
  rowTags?: (row: Row) => readonly RowTag[];
  columns: Column<Row>[];
  filters?: Filter[];
  bulk?: Bulk;
};

/** `color`: a tone of the theme. */
export type RowTag = { id: number; name: string; color: string };

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Sortable, with this direction at the first click. `key` is then the `orderBy` in the address. */
  sort?: 'ASC' | 'DESC';
  align?: 'right';
  /** In px. Columns without one share what is left. */
  width?: number;
  /** Long text breaks into lines instead of being cut. */
  wraps?: true;
  /** Of a column of pictures: whether a row has one. Where no row has, it is not shown; the first other column has the link of the row. */
  hasPicture?: (row: Row) => boolean;
  /** Shown only when it is chosen. */
  extra?: true;
  /** Hidden when the list is narrower than: sm 720 px, md 960 px, lg 1100 px, xl 1280 px. Chosen columns are never hidden. */
  hideBelow?: 'sm' | 'md' | 'lg' | 'xl';
  /** Its position on a phone's card; hidden without one. A `line` is a text that nothing stands beside. */
  card?: 'title' | 'badge' | 'text' | 'line' | 'figure' | 'meta';
};

export type Filter = ChoiceFilter | DaysFilter | SearchFilter;

export type SearchFilter = {
  kind: 'search';
  key: string;
  label: string;
  placeholder: string;
  /** How long after the last key it filters, in ms; 150 unless said. */
  debounceMs?: number;
};

export type ChoiceFilter = {
  kind: 'choice';
  key: string;
  label: string;
  /** The options, or the address from which they are loaded when the filter opens. Until then a value is shown as it is. */
  options: readonly Option[] | string;
  /** Offered under "Filter", and shown once it is set. */
  extra?: true;
  /** Values that are not among the options are valid too. */
  open?: true;
  /** The names of values whose options are not loaded yet. */
  names?: Readonly<Record<string, string>>;
};

/** A range of days, both included, in two parameters. */
export type DaysFilter = { kind: 'days'; key: string; endKey: string; label: string; extra?: undefined };

export type Option = { value: string; label: string; count?: number };

export type Bulk = {
  actions: readonly (BulkAction | DialogAction)[];
  /**
   * Fixes everything that the filters match, at the moment when a dialog about it opens; `run` then acts on exactly that. Without it
   * only ticked rows are worked on.
   */
  prepare?: () => Promise<PreparedRows>;
};

/** Rows that were fixed on the server, and how many they are. */
export type PreparedRows = { runId: number; total: number };

/** The target of a bulk action: the selected rows, or those that were prepared. */
export type BulkTarget = { ids: (string | number)[] } | PreparedRows;

/** What was entered into the fields of a dialog, by their names. */
export type Given = Readonly<Record<string, string>>;

export type FieldsProps = {
  /**
   * `isReady`: false while the person cannot have seen yet what it would do; it is not done then, nor before this was called: see
   * `useReadyOnceShown`.
   */
  onChange: (given: Given, isReady?: boolean) => void;
  target: BulkTarget;
  /** Called where they cannot be fetched: nothing is done without them. */
  onFailed: () => void;
};

/** An action with a dialog of its own about the ticked rows. */
export type DialogAction = {
  label: string;
  main?: true;
  dialog: (ids: readonly (string | number)[], onClose: (isDone: boolean) => void) => ReactNode;
};

export type BulkAction = {
  label: string;
  /** What its dialog's buttons say, where `label` and Cancel would be mistaken for one another. */
  verb?: string;
  back?: string;
  danger?: boolean;
  /** Among the two that a phone shows beside a menu of the others. */
  main?: true;
  /** What will happen, for the confirm dialog; a part of its own where the page has no room for it. */
  text: React.ReactNode;
  /** What else its dialog asks for, of what is selected; without a value for `needs`, or for one of them, nothing is done. */
  needs?: string | readonly string[];
  /** What it says then, beside its button. */
  lacking?: string;
  Fields?: ComponentType<FieldsProps>;
  run: (target: BulkTarget, given: Given) => Promise<unknown>;
};
