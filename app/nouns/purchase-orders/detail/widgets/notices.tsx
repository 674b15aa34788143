import { Stack } from '@mantine/core';
import { remedyFor } from '../../../../shared/issues/issue.ts';
import { RemedyButton } from '../../../../shared/issues/remedy/remedy-button.tsx';
import { loosePrefix } from '../../../../shared/issues/types/purchase-orders.ts';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { WholeNumbers } from '../../../../ui/text/whole-numbers.tsx';
import { asSentence } from '../../../../ui/words/as-sentence.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { acceptLooseCall, acceptOverCall, clearPurchaseErrorsCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { isInFull, type Order } from './order.ts';
import classes from './tables.module.css';

type Issue = Order['issues'][number];

/** What stands in its way, each with what mends it. The first is the next step. */
export function PurchaseNotices({ order }: { order: Order }) {
  const save = useSave();
  const { id, issues, connection_id, connector_source } = order;
  return (
    <Stack gap={8} className={classes.notices}>
      {order.status === 'hold' && <Notice tone="warning">Order is on hold</Notice>}
      {issues.map((issue, place) => (
        <Notice
          key={issue.id}
          tone="danger"
          actions={
            isMendedHere(issue) ? (
              <AcceptLine order={order} issue={issue} primary={place === 0} />
            ) : (
              <RemedyButton issue={{ ...issue, connection_id, slug: connector_source.name, purchase_order_id: id }} primary={place === 0} />
            )
          }
        >
          <WholeNumbers text={issue.sentence} />
        </Notice>
      ))}
      {order.error && (
        <div>
          <SubmitButton variant="default" size="xs" run={() => save(clearPurchaseErrorsCall, { params: { id } })}>
            Clear Errors
          </SubmitButton>
        </div>
      )}
      {order.cancel_requested_at && <Notice>The warehouse has been asked to stop expecting it. It has not replied yet.</Notice>}
      {order.withdraw_outcome === 'too_late' && (
        <Notice tone="warning">
          {order.close_reason
            ? 'The warehouse goes on expecting the rest. What still comes waits for a decision here.'
            : 'The warehouse was asked too late: goods have begun to arrive.'}
        </Notice>
      )}
      {order.close_reason && order.status !== 'closed_out' && (
        <Notice>
          {isInFull(order) ? 'Closed' : 'Closed short'}: {asSentence(order.close_reason)}{' '}
          {order.close_asked
            ? 'The warehouse has been asked to expect nothing more, and has not replied yet.'
            : 'It is closed out when every receipt is processed.'}
        </Notice>
      )}
    </Stack>
  );
}

/** What its remedy leads to this page for is mended here: by the button beside it, in the tables below, or by editing it. */
const isMendedHere = (issue: Issue) => ['open_purchase_order', 'choose_building'].includes(remedyFor(issue));

/** Accepts what came of a line beyond what was ordered, or as no whole pack. */
function AcceptLine({ order, issue, primary }: { order: Order; issue: Issue; primary: boolean }) {
  const save = useSave({ undo: { what: 'acceptance', by: undoRun } });
  const item = order.purchase_order_items.find(({ id }) => id === issue.line_id);
  if (!item) return null;
  const params = { id: order.id, lineId: item.id };
  const loose = item.received % item.units_per_sale;
  const decisions: [isIts: boolean, words: string, accept: () => Promise<void>][] = [
    [issue.type === 'over_received', `${counted(item.over)} over`, () => save(acceptOverCall, { params, body: { over: item.over } })],
    [
      issue.subject.startsWith(loosePrefix),
      countedWords(loose, 'loose unit'),
      () => save(acceptLooseCall, { params, body: { units: loose } }),
    ],
  ];
  const [, words, accept] = decisions.find(([isIts]) => isIts) ?? [];
  return (
    accept && (
      <SubmitButton variant={primary ? 'filled' : 'default'} size="xs" run={accept}>
        Accept {words}
      </SubmitButton>
    )
  );
}

const counted = (units: number) => units.toLocaleString('en-US');
