import { type EditableColumn, labelOf } from '../../../../order-flow/values/fields.ts';
import type { Order } from '../../../detail/widgets/order.ts';
import { type FieldState, type FieldsDraft, keepMine, stateOfField, storedFields, takeTheirs, typeInto } from '../rules/fields.ts';
import type { News } from '../rules/news.ts';
import { type EditSession, useSession } from '../session.ts';

export type FieldProps = { order: Order; session: EditSession; news: ReadonlyMap<string, News> };
export type Field = FieldState & {
  label: string;
  fault: string | undefined;
  news: News | undefined;
  isBusy: boolean;
  type: (text: string) => void;
  onMine: () => void;
  onTheirs: () => void;
};

/** One field of an edit: its value, others' changes, and its actions. */
export function useField({ order, session, news }: FieldProps, column: EditableColumn): Field {
  // Of this field alone: a letter draws none of the others.
  const typed = useSession(session, ({ fields }) => fields[column]);
  const fault = useSession(session, ({ faults }) => faults[column]);
  const isBusy = useSession(session, ({ isLocked }) => isLocked);
  const stored = storedFields(order);
  const change = (fields: FieldsDraft) => session.set({ fields, faults: { ...session.get().faults, [column]: undefined } });
  return {
    ...stateOfField(typed ? { [column]: typed } : {}, stored, column),
    label: labelOf(column),
    fault,
    news: news.get(column),
    isBusy,
    type: (text) => change(typeInto(session.get().fields, stored, column, text)),
    onMine: () => change(keepMine(session.get().fields, stored, column)),
    onTheirs: () => change(takeTheirs(session.get().fields, column)),
  };
}
