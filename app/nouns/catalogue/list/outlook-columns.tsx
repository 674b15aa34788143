import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { ListedItem } from '../contract.ts';
import type { Kind } from '../kinds.ts';
import { daysLeft, goesADay, type Outlook, outlookDays, writeDays, writePace } from './days-left.ts';
import classes from './item-list.module.css';

/** An item of the list; its outlook is read where one of its columns is shown. */
export type ShownItem = ListedItem & { outlook?: Outlook | undefined };

const figure = { width: 76, align: 'right', card: 'meta' } as const;

/** What purchase orders bring, how much goes a day, and for how long the stock lasts at that pace. */
export const outlookColumns = (kind: Kind): List<ShownItem>['columns'] => {
  const verb = kind === 'products' ? 'sold' : 'used';
  return [
    {
      ...{ key: 'expected', title: 'Expected', ...figure, hideBelow: 'md' },
      cell: ({ outlook }) => (
        <>
          <Figure of={outlook?.expected} />
          <OnCard> expected</OnCard>
        </>
      ),
    },
    {
      ...{ key: 'velocity', title: `${verb === 'sold' ? 'Sold' : 'Used'} a Day`, ...figure, width: 92, hideBelow: 'lg' },
      cell: ({ outlook }) =>
        outlook && (
          <span className={outlook.gone === 0 ? classes.none : undefined} title={paceWords(outlook, verb)}>
            {writePace(goesADay(outlook))}
            <OnCard> {verb} a day</OnCard>
          </span>
        ),
    },
    { key: 'days_left', title: 'Days Left', ...figure, hideBelow: 'sm', cell: (item) => <DaysLeft item={item} verb={verb} /> },
  ];
};

const Figure = ({ of: units = 0 }: { of?: number | undefined }) => (
  <span className={units === 0 ? classes.none : undefined}>{units.toLocaleString('en-US')}</span>
);

function DaysLeft({ item: { outlook, is_counted, quantity_available: free }, verb }: { item: ShownItem; verb: string }) {
  if (!outlook) return null;
  const left = is_counted ? daysLeft(free, outlook) : null;
  if (left === null)
    return (
      <span
        className={classes.none}
        title={is_counted ? `Nothing was ${verb} in ${outlookDays} days.` : 'The warehouse has not counted it yet.'}
      >
        –<OnCard> days left</OnCard>
      </span>
    );
  return (
    <span title={`${countedWords(left, 'day')}: ${free.toLocaleString('en-US')} not allocated; ${paceWords(outlook, verb)}`}>
      {writeDays(left)}
      <OnCard> {left === 1 ? 'day' : 'days'} left</OnCard>
    </span>
  );
}

/** The window is shorter where an item goes so often that not all of it was looked through. */
const paceWords = ({ gone, days }: Outlook, verb: string) =>
  `${gone.toLocaleString('en-US')} ${verb} in the last ${days < 2 ? countedWords(Math.round(days * 24), 'hour') : countedWords(Math.round(days), 'day')}`;
