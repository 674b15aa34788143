import { chosenOf, type EditableColumn, editableColumns } from '../../../../order-flow/values/fields.ts';

/** The stored values, '' for none. */
export type Stored = Record<EditableColumn, string>;
/** What was typed into fields, each with the stored value from when typing began. */
export type FieldsDraft = { readonly [Column in EditableColumn]?: { text: string; over: string } };
/** `theirs`: the value that someone else stored since, until the person chooses. */
export type FieldState = { text: string; isChanged: boolean; theirs?: string };

export function storedFields(order: { [Column in EditableColumn]: string | null } & { edited_fields: readonly string[] }): Stored {
  return Object.fromEntries(editableColumns.map((column) => [column, chosenOf(order, column) ?? ''])) as Stored;
}

export function typeInto(draft: FieldsDraft, stored: Stored, column: EditableColumn, text: string): FieldsDraft {
  const over = draft[column]?.over ?? stored[column];
  return text === stored[column] && over === text ? without(draft, column) : { ...draft, [column]: { text, over } };
}

/** The value that a field shows: what was typed, otherwise what is stored now. */
export function stateOfField(draft: FieldsDraft, stored: Stored, column: EditableColumn): FieldState {
  const typed = draft[column];
  const now = stored[column];
  if (!typed) return { text: now, isChanged: false };
  const isChanged = cleaned(column, typed.text) !== now;
  return { text: typed.text, isChanged, ...(isChanged && typed.over !== now && { theirs: now }) };
}

/** Keeps one's own text over the stored value. */
export function keepMine(draft: FieldsDraft, stored: Stored, column: EditableColumn): FieldsDraft {
  const typed = draft[column];
  return typed ? { ...draft, [column]: { text: typed.text, over: stored[column] } } : draft;
}

export const takeTheirs = (draft: FieldsDraft, column: EditableColumn) => without(draft, column);

/** The fields that a save sends: those that differ from the stored values. */
export function changedFields(draft: FieldsDraft, stored: Stored): Partial<Stored> {
  const changed = editableColumns.filter((column) => stateOfField(draft, stored, column).isChanged);
  return Object.fromEntries(changed.map((column) => [column, cleaned(column, draft[column]?.text ?? '')]));
}

export const undecidedFields = (draft: FieldsDraft, stored: Stored) =>
  editableColumns.filter((column) => stateOfField(draft, stored, column).theirs !== undefined);

function without(draft: FieldsDraft, column: EditableColumn): FieldsDraft {
  const { [column]: _, ...others } = draft;
  return others;
}

/** Normalises a value as the server stores it. */
const cleaned = (column: EditableColumn, text: string) => (column === 'country' ? text.trim().toUpperCase() : text.trim());
