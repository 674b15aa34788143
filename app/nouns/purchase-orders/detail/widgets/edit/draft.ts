import type { LineEdit, PurchaseOrderEdit } from '../../../../purchase-flow/bodies.ts';
import type { NewLine } from './use-new-line.ts';

export type Head = Omit<PurchaseOrderEdit, 'lines' | 'revision'>;

/** What was changed so far, and the revision that the page showed at the first change. */
export type Draft = {
  head: Head;
  lines: ReadonlyMap<number, Partial<LineEdit>>;
  added: readonly NewLine[];
  since: number | null;
};
export const emptyDraft: Draft = { head: {}, lines: new Map(), added: [], since: null };

/** The call's body: changed lines first, then the new ones. */
export function bodyOf({ head, lines, added, since }: Draft, revision: number): PurchaseOrderEdit {
  const edits = [...[...lines].map(([id, change]) => ({ id, ...change })), ...added.map(({ key: _, name: __, ...line }) => line)];
  return { revision: since ?? revision, ...head, ...(edits.length > 0 && { lines: edits }) };
}

/** The messages about lines of that body, by the line's id, or the key of a new one. */
export function wrongLines(fields: Record<string, string[]>, { lines, added }: Draft): ReadonlyMap<number, string> {
  const sent = [...lines.keys(), ...added.map(({ key }) => key)];
  const wrong = new Map<number, string>();
  for (const [field, [message]] of Object.entries(fields)) {
    const line = sent[Number(/^lines\.(\d+)/.exec(field)?.[1] ?? -1)];
    if (line !== undefined && message) wrong.set(line, message);
  }
  return wrong;
}
