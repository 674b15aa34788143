import { Box } from '@mantine/core';
import type { TimelineEntry } from '../../../../../ui/blocks/timeline.tsx';
import { WholeNumbers } from '../../../../../ui/text/whole-numbers.tsx';
import { LinkButton } from '../../../../links/linking/link-button.tsx';
import type { Order } from '../order.ts';
import { Changes } from './changes.tsx';
import { UndoEdit, UndoTold } from './undo-edit.tsx';

type Event = Order['events'][number];

/** Whether an entry is an edit, by a person or the channel. */
export const isEdit = ({ kind }: Pick<Event, 'kind'>) => ['edited', 'undone', 'changed', 'linked'].includes(kind);

/** An event as a timeline entry: the last edit in force with its Undo button, an undone edit marked as undone. */
export function asEntry(event: Event, order: Order): TimelineEntry {
  const { id, at, who, kind } = event;
  return {
    key: id,
    at,
    text: wordsOf(event),
    by: who,
    tone: tones[kind] ?? 'grey',
    detail: detailOf(event, order),
  };
}

function detailOf(event: Event, order: Order): React.ReactNode {
  const { id, changes, undone } = event;
  if (isLink(event)) return <LinkOf event={event} order={order} />;
  if (id === order.undoable_told) return <UndoTold orderId={order.id} />;
  return (
    changes && (
      <>
        <Changes changes={changes} faint={undone} />
        {id === order.undoable_edit && <UndoEdit orderId={order.id} edit={id} />}
      </>
    )
  );
}

const linksOf = ({ changes }: Event) => Object.keys(changes ?? {}).filter((field) => field.startsWith('link:'));
const isLink = (event: Event) => linksOf(event).length > 0;

/** Beside the newest entry about a SKU's link: the way to change it or take it away. */
function LinkOf({ event, order }: { event: Event; order: Order }) {
  const [field = ''] = linksOf(event);
  const sku = field.slice('link:'.length);
  const isNewest = order.events.findLast((other) => linksOf(other).includes(field)) === event;
  const isLinked = order.lines.some((line) => line.sku === sku && line.product_id !== null);
  if (!isNewest || !isLinked) return null;
  return (
    <Box mt={4} mb={2}>
      <LinkButton connectionId={order.connection_id} sku={sku} label={`Change link of ${sku}`} />
    </Box>
  );
}

/** An edit shows its list of changes instead of its sentence. */
function wordsOf({ kind, sentence, changes, undone }: Event): React.ReactNode {
  if (!changes || !(kind in short)) return <WholeNumbers text={sentence} />;
  return undone ? (
    <>
      <s>{short[kind]}</s> <span className="soft">undone</span>
    </>
  ) : (
    short[kind]
  );
}

const short: Record<string, string> = { edited: 'Edited', undone: 'Undid an edit' };

const tones: Record<string, TimelineEntry['tone']> = {
  stopped: 'red',
  rejected: 'red',
  cancelled: 'red',
  held: 'amber',
  locked: 'amber',
  cancel_requested: 'amber',
  cancel_answered: 'amber',
  mended: 'green',
  decided: 'green',
  confirmed: 'green',
  accepted: 'blue',
  released: 'blue',
  packed: 'blue',
  shipped: 'teal',
};
