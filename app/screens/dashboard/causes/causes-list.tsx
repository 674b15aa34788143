import type { Cause } from '../../../shared/issues/causes.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import type { List } from '../../../ui/list/declaration.ts';
import type { Steady } from '../../../ui/live/steady-rows.ts';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { CauseRemedy, CauseWords, Waiting } from '../widgets/causes/cause-parts.tsx';
import { causeKey } from '../widgets/causes/steady.ts';

type Row = Steady<Cause>;

/** What is wrong, what waits for it, and the button that mends it. */
export const causesList = (type: IssueType, rows: readonly Row[]): List<Row> => ({
  noun: { one: 'cause', many: 'causes' },
  rowKey: causeKey,
  rowName: ({ sentence }) => sentence,
  filters: [
    { kind: 'search', key: 'search', label: 'Search by what it is about, or by connection', placeholder: 'SKU, number, connection' },
  ],
  columns: [
    { key: 'picture', title: '', width: 44, hasPicture: ({ image_url }) => image_url !== null, cell: picture },
    { key: 'what', title: 'What is wrong', wraps: true, card: 'title', cell: (cause) => <CauseWords type={type} cause={cause} /> },
    { ...{ key: 'connection', title: 'Connection', width: 150, hideBelow: 'sm', card: 'meta' }, cell: (cause) => cause.connection_name },
    ...(rows.some(({ order_id, purchase_order_id }) => order_id !== null || purchase_order_id !== null) ? [waiting(type)] : []),
    { ...{ key: 'opened_at', title: 'Since', width: 90, align: 'right', sort: 'ASC', card: 'meta' }, cell: since },
    {
      ...{ key: 'remedy', title: 'Remedy', width: 190, align: 'right', card: 'badge' },
      cell: (cause) => <CauseRemedy type={type} cause={cause} />,
    },
  ],
});

const picture = ({ image_url }: Row) => image_url !== null && <ItemPicture address={image_url} />;
const since = ({ opened_at }: Row) => <RelativeTime at={opened_at} />;

const waiting = (type: IssueType): List<Row>['columns'][number] => ({
  ...{ key: 'orders', title: 'Waiting', width: 140, align: 'right', sort: 'DESC', card: 'figure' },
  cell: (cause) => <Waiting type={type} cause={cause} />,
});
