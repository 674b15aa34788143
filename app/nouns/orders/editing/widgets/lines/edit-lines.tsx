import { Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Section } from '../../../../../ui/blocks/section.tsx';
import { Charges } from '../../../detail/widgets/lines/charges.tsx';
import { LineTable } from '../../../detail/widgets/lines/line-table.tsx';
import { type Extent, fewLines, isLong, ShowAll } from '../../../detail/widgets/lines/lines.tsx';
import type { Order } from '../../../detail/widgets/order.ts';
import { ProductFinder } from '../finder/product-finder.tsx';
import { addProduct, type LineState, type LinesDraft, stateOfLines } from '../rules/lines.ts';
import { newsSince } from '../rules/news.ts';
import { type EditSession, useSession } from '../session.ts';
import { AddedRow } from './added-row.tsx';
import { EditRow } from './edit-row.tsx';

type Props = { order: Order; session: EditSession } & Extent;

/** The lines in edit mode; added ones come last until they are saved. */
export function EditLines({ order, session, all, onAll }: Props) {
  const draft = useSession(session, ({ lines }) => lines);
  const fault = useSession(session, ({ faults }) => faults.lines);
  const [isFinding, setFinding] = useState(false);
  const saved = useSession(session, (state) => state.saved);
  const news = useMemo(() => newsSince(order.events, session.since, order.source_name, saved), [order, session, saved]);
  const states = stateOfLines(draft, order.lines).toSorted((a, b) => rank(session, b) - rank(session, a));
  const visible = isLong(states.length) && !all ? states.filter(({ isChanged }, place) => place < fewLines || isChanged) : states;
  const change = (lines: LinesDraft) => session.set({ lines, faults: { ...session.get().faults, lines: undefined } });
  const row = { order, session, news, onChange: change };
  // Above the lines, where there is room for it before: below them it would push down what follows.
  const add = (
    <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setFinding(true)}>
      Add line item
    </Button>
  );
  return (
    <>
      <Section title="Lines" count={states.length + draft.added.length} actions={add}>
        <LineTable isEdited>
          {visible.map((state) => (
            <EditRow key={state.line.id} {...row} state={state} />
          ))}
          {draft.added.map((added) => (
            <AddedRow key={`new ${added.product.id}`} {...row} added={added} />
          ))}
        </LineTable>
        {visible.length < states.length && <ShowAll lines={states.length} onAll={onAll} />}
        {fault && (
          <Text size="sm" c="var(--red)" mt={6} role="alert" tabIndex={-1} data-fault>
            {fault}
          </Text>
        )}
        {isFinding && (
          <ProductFinder
            order={order}
            draft={draft}
            onAdd={(product, quantity) => change(addProduct(session.get().lines, order.lines, product, quantity))}
            onClose={() => setFinding(false)}
          />
        )}
      </Section>
      <Charges order={order} />
    </>
  );
}

const rank = ({ first }: EditSession, { line }: LineState) => Number(first.has(line.id));
