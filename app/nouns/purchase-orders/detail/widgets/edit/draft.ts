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

export const isChanged = ({ head, lines, added }: Draft): boolean => Object.keys(head).length + lines.size + added.length > 0;

/**
 * What was typed since a draft was sent, once that is saved as `revision`. Of a new line that was sent nothing is left: it is one of the
 * order's lines by then.
 */
export function typedSince(sent: Draft, now: Draft, revision: number): Draft {
  const lines = [...now.lines].map(([id, line]) => [id, differing(sent.lines.get(id) ?? {}, line)] as const);
  const keys = new Set(sent.added.map(({ key }) => key));
  return {
    head: differing(sent.head, now.head),
    lines: new Map(lines.filter(([, line]) => Object.keys(line).length > 0)),
    added: now.added.filter(({ key }) => !keys.has(key)),
    since: revision,
  };
}

const differing = <Part extends object>(sent: Part, now: Part): Part =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as keyof Part])) as Part;

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
